import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  type LucideIcon,
  Wand,
} from 'lucide-react'
import type { Command } from '../../app/commands/command.ts'
import { arrangeDocument } from '../../graph/layout/layout.ts'
import * as t from '../../texts/editor/commands.ts'
import * as edits from '../../texts/editor/edits.ts'
import type { CanvasState } from '../canvas/use-canvas-state.ts'
import { type Alignment, alignNodes, applyPositions } from '../model/edits/positions.ts'
import { type CommandContext, editing } from './command-context.ts'

const aligns: Record<Alignment, LucideIcon> = {
  left: AlignStartVertical,
  center: AlignCenterVertical,
  right: AlignEndVertical,
  top: AlignStartHorizontal,
  middle: AlignCenterHorizontal,
  bottom: AlignEndHorizontal,
  'distribute-horizontally': AlignHorizontalSpaceAround,
  'distribute-vertically': AlignVerticalSpaceAround,
}

export function tidyUpCommand(context: CommandContext): Command {
  const { session, state, ids, isList } = context
  const { canvas, edit, document } = state
  const tidyUp = async () => {
    const selection = ids.length > 1 ? new Set(ids) : undefined
    const positions = await arrangeDocument(document, session.nodeTypes, selection)
    const moved = selection === undefined ? positions : shiftTo(positions, document, selection)
    edit(edits.tidyUp, (draft) => applyPositions(draft, moved))
    if (selection === undefined) requestAnimationFrame(() => canvas.current?.fit())
  }
  return editing(context, {
    id: 'editor.tidy-up',
    title: t.tidyUp,
    group: t.view,
    icon: Wand,
    keys: ['shift+t'],
    keywords: t.tidyUpKeywords,
    enabled: !isList && document.nodes.length > 1,
    run: tidyUp,
  })
}

export function alignCommands(context: CommandContext): readonly Command[] {
  const { state, ids, isList } = context
  return (Object.keys(aligns) as Alignment[]).map((how) =>
    editing(context, {
      id: `editor.align-${how}`,
      title: t.align[how],
      group: t.edit,
      icon: aligns[how],
      keywords: t.alignKeywords,
      enabled: !isList && ids.length > (how.startsWith('distribute') ? 2 : 1),
      run: () => state.edit(edits.align, (draft) => alignNodes(draft, ids, how)),
    }),
  )
}

/** Arranged nodes stay where they were as a whole. */
function shiftTo(
  positions: ReadonlyMap<string, { x: number; y: number }>,
  document: CanvasState['document'],
  ids: ReadonlySet<string>,
): ReadonlyMap<string, { x: number; y: number }> {
  const before = document.nodes.flatMap(({ id, position }) =>
    ids.has(id) && position !== undefined ? [position] : [],
  )
  const after = [...positions.values()]
  const least = (points: readonly { x: number; y: number }[], axis: 'x' | 'y') =>
    Math.min(...points.map((point) => point[axis]))
  const dx = least(before, 'x') - least(after, 'x')
  const dy = least(before, 'y') - least(after, 'y')
  return new Map([...positions].map(([id, { x, y }]) => [id, { x: x + dx, y: y + dy }]))
}
