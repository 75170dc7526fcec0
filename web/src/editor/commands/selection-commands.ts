import { ArrowLeftToLine, ArrowRightToLine, SquareDashedMousePointer } from 'lucide-react'
import * as t from '../../texts/editor/commands.ts'
import { focusNodeSoon } from '../../graph/view/focus-node.ts'
import { asCommands, type CommandContext } from './command-context.ts'
import { collectStream, type Direction, findNeighbour } from './walk-graph.ts'

/** Commands that select nodes, and those that move from one node to the next. */
export function selectionCommands({ session, state, ids, only, selectedEdges, isList }: CommandContext) {
  const { store } = session
  const { canvas, document } = state
  const show = (id: string) => {
    canvas.current?.reveal(id)
    focusNodeSoon(id)
  }
  const walk = (direction: Direction) => {
    const next = findNeighbour(document, only ?? ids.at(-1), direction)
    if (next === undefined) return
    store.select([next])
    show(next)
  }
  const extend = (direction: Direction) => {
    const next = findNeighbour(document, ids.at(-1), direction)
    if (next === undefined) return
    store.select([...ids, next])
    show(next)
  }
  const stream = (direction: 'upstream' | 'downstream') =>
    store.select(collectStream(document, ids, direction))

  return asCommands({
    selectAll: {
      id: 'editor.select-all',
      title: t.selectAll,
      group: t.select,
      keys: ['mod+a'],
      run: () => store.select(document.nodes.map(({ id }) => id)),
    },
    clear: {
      id: 'editor.clear-selection',
      title: t.clearSelection,
      group: t.select,
      keys: ['escape'],
      enabled: ids.length > 0 || selectedEdges.size > 0,
      run: () => {
        state.setMarquee(false)
        store.select([])
      },
    },
    downstream: {
      id: 'editor.select-downstream',
      title: t.selectDownstream,
      group: t.select,
      icon: ArrowRightToLine,
      keys: ['shift+arrowright'],
      enabled: ids.length > 0 && !isList,
      run: () => stream('downstream'),
    },
    upstream: {
      id: 'editor.select-upstream',
      title: t.selectUpstream,
      group: t.select,
      icon: ArrowLeftToLine,
      keys: ['shift+arrowleft'],
      enabled: ids.length > 0 && !isList,
      run: () => stream('upstream'),
    },
    extendUp: {
      id: 'editor.extend-up',
      title: t.extendUp,
      group: t.select,
      keys: ['shift+arrowup'],
      enabled: ids.length > 0 && !isList,
      hidden: true,
      run: () => extend('up'),
    },
    extendDown: {
      id: 'editor.extend-down',
      title: t.extendDown,
      group: t.select,
      keys: ['shift+arrowdown'],
      enabled: ids.length > 0 && !isList,
      hidden: true,
      run: () => extend('down'),
    },
    left: {
      id: 'editor.left',
      title: t.walk.left,
      group: t.select,
      keys: ['arrowleft'],
      enabled: !isList,
      hidden: true,
      run: () => walk('left'),
    },
    right: {
      id: 'editor.right',
      title: t.walk.right,
      group: t.select,
      keys: ['arrowright'],
      enabled: !isList,
      hidden: true,
      run: () => walk('right'),
    },
    up: {
      id: 'editor.up',
      title: t.walk.up,
      group: t.select,
      keys: ['arrowup'],
      enabled: !isList,
      hidden: true,
      run: () => walk('up'),
    },
    down: {
      id: 'editor.down',
      title: t.walk.down,
      group: t.select,
      keys: ['arrowdown'],
      enabled: !isList,
      hidden: true,
      run: () => walk('down'),
    },
    marquee: {
      id: 'editor.marquee',
      title: t.marquee,
      group: t.select,
      icon: SquareDashedMousePointer,
      keys: ['v'],
      enabled: !isList,
      run: () => state.setMarquee(!state.isMarquee),
    },
  })
}
