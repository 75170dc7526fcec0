import { List, Map as MapIcon, Maximize, Workflow, ZoomIn, ZoomOut } from 'lucide-react'
import * as t from '../../texts/editor/commands.ts'
import { asCommands, type CommandContext } from './command-context.ts'

/** Commands that change what is in view, but not the workflow. */
export function viewCommands({ state, setSearch, ids, isList }: CommandContext) {
  const { canvas } = state
  return asCommands({
    zoomIn: {
      id: 'editor.zoom-in',
      title: t.zoomIn,
      group: t.view,
      icon: ZoomIn,
      keys: ['+', '='],
      enabled: !isList,
      run: () => canvas.current?.zoomBy(1.25),
    },
    zoomOut: {
      id: 'editor.zoom-out',
      title: t.zoomOut,
      group: t.view,
      icon: ZoomOut,
      keys: ['-'],
      enabled: !isList,
      run: () => canvas.current?.zoomBy(0.8),
    },
    zoomReset: {
      id: 'editor.zoom-reset',
      title: t.zoomReset,
      group: t.view,
      keys: ['0'],
      enabled: !isList,
      run: () => canvas.current?.zoomTo(1),
    },
    fit: {
      id: 'editor.fit',
      title: t.fit,
      group: t.view,
      icon: Maximize,
      keys: ['1'],
      enabled: !isList,
      run: () => canvas.current?.fit(),
    },
    fitSelection: {
      id: 'editor.fit-selection',
      title: t.fitSelection,
      group: t.view,
      keys: ['2'],
      enabled: !isList && ids.length > 0,
      run: () => canvas.current?.fit(ids),
    },
    minimap: {
      id: 'editor.minimap',
      title: t.minimap,
      group: t.view,
      icon: MapIcon,
      keys: ['m'],
      enabled: !isList,
      run: () => state.setMinimap(!state.showsMinimap),
    },
    list: {
      id: 'editor.list',
      title: isList ? t.canvasView : t.listView,
      group: t.view,
      icon: isList ? Workflow : List,
      keys: ['l'],
      run: () => setSearch({ view: isList ? undefined : 'list' }),
    },
  })
}
