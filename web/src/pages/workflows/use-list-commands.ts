import type { RefObject } from 'react'
import { useCommands } from '../../app/commands/use-commands.ts'
import type { WorkflowSummary } from '../../api/workflows.ts'
import type { VirtualListHandle } from '../../components/data/virtual-list.tsx'
import * as t from '../../texts/workflows/actions.ts'
import type { Selection } from './use-selection.ts'
import { rowLinkId } from './workflow-table.tsx'

interface ListCommandsOptions {
  workflows: readonly WorkflowSummary[]
  selection: Selection
  /** The row that has, or last had, the focus. */
  activeId: string | undefined
  onActive: (id: string) => void
  searchField: RefObject<HTMLInputElement | null>
  list: RefObject<VirtualListHandle | null>
}

/** Moving through the list and selecting by keyboard. */
export function useListCommands({
  workflows,
  selection,
  activeId,
  onActive,
  searchField,
  list,
}: ListCommandsOptions): void {
  const index = workflows.findIndex(({ id }) => id === activeId)
  const focusRow = (next: number): string | undefined => {
    const workflow = workflows[Math.min(Math.max(next, 0), workflows.length - 1)]
    if (workflow === undefined) return undefined
    // Before the focus arrives: the next key may follow at once.
    onActive(workflow.id)
    list.current?.reveal(workflows.indexOf(workflow))
    // The row exists only after the list has scrolled.
    requestAnimationFrame(() =>
      document.getElementById(rowLinkId(workflow.id))?.focus({ preventScroll: true }),
    )
    return workflow.id
  }
  const extend = (step: number) => {
    const id = focusRow(index + step)
    if (id !== undefined) selection.extendTo(id, activeId)
  }
  const group = t.list
  const hasRows = workflows.length > 0
  useCommands([
    { id: 'list.search', title: t.focusSearch, group, keys: ['/'], run: () => searchField.current?.focus() },
    {
      id: 'list.next',
      title: t.next,
      group,
      keys: ['j', 'arrowdown'],
      hidden: true,
      enabled: hasRows,
      run: () => void focusRow(index + 1),
    },
    {
      id: 'list.previous',
      title: t.previous,
      group,
      keys: ['k', 'arrowup'],
      hidden: true,
      enabled: hasRows,
      run: () => void focusRow(index - 1),
    },
    {
      id: 'list.select',
      title: t.toggleSelected,
      group,
      keys: ['x'],
      hidden: true,
      enabled: index >= 0,
      run: () => {
        if (activeId !== undefined) selection.toggle(activeId)
      },
    },
    {
      id: 'list.extend-down',
      title: t.extendDown,
      group,
      keys: ['shift+arrowdown'],
      hidden: true,
      enabled: hasRows,
      run: () => extend(1),
    },
    {
      id: 'list.extend-up',
      title: t.extendUp,
      group,
      keys: ['shift+arrowup'],
      hidden: true,
      enabled: hasRows,
      run: () => extend(-1),
    },
    {
      id: 'list.select-all',
      title: t.selectAll,
      group,
      keys: ['mod+a'],
      enabled: hasRows,
      run: () => selection.set(workflows.map(({ id }) => id)),
    },
    {
      id: 'list.clear-selection',
      title: t.clearSelection,
      group,
      keys: ['escape'],
      enabled: selection.ids.size > 0,
      run: () => selection.clear(),
    },
  ])
}
