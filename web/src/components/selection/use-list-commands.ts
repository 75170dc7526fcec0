import type { RefObject } from 'react'
import type { Command } from '../../app/commands/command.ts'
import { useCommands } from '../../app/commands/use-commands.ts'
import type { VirtualListHandle } from '../data/virtual-list.tsx'
import type { Selection } from './use-selection.ts'

interface ListTexts {
  readonly list: string
  readonly focusSearch: string
  readonly next: string
  readonly previous: string
  readonly toggleSelected: string
  readonly selectAll: string
  readonly clearSelection: string
  /** Lists without these two texts do not offer to extend the selection by keyboard. */
  readonly extendDown?: string
  readonly extendUp?: string
}

interface ListCommandsOptions {
  texts: ListTexts
  /** Ids of all rows. */
  order: readonly string[]
  /** The DOM id of the link of a row. */
  linkId: (id: string) => string
  selection: Selection
  /** The row that has, or last had, the focus. */
  activeId: string | undefined
  onActive: (id: string) => void
  searchField: RefObject<HTMLInputElement | null>
  list: RefObject<VirtualListHandle | null>
}

/** Moving through a list and selecting by keyboard. */
export function useListCommands(options: ListCommandsOptions): void {
  const { texts: t, order, linkId, selection, activeId, onActive, searchField, list } = options
  const index = activeId === undefined ? -1 : order.indexOf(activeId)
  const focusRow = (wanted: number): string | undefined => {
    const row = Math.min(Math.max(wanted, 0), order.length - 1)
    const id = order[row]
    if (id === undefined) return undefined
    // Before the focus arrives: the next key may follow at once.
    onActive(id)
    list.current?.reveal(row)
    // The row exists only after the list has scrolled.
    requestAnimationFrame(() => document.getElementById(linkId(id))?.focus({ preventScroll: true }))
    return id
  }
  const extend = (step: number) => {
    const id = focusRow(index + step)
    if (id !== undefined) selection.extendTo(id, activeId)
  }
  const group = t.list
  const hasRows = order.length > 0
  const moves = { group, hidden: true, enabled: hasRows }
  const extending: Command[] =
    t.extendDown === undefined || t.extendUp === undefined
      ? []
      : [
          {
            ...moves,
            id: 'list.extend-down',
            title: t.extendDown,
            keys: ['shift+arrowdown'],
            run: () => extend(1),
          },
          {
            ...moves,
            id: 'list.extend-up',
            title: t.extendUp,
            keys: ['shift+arrowup'],
            run: () => extend(-1),
          },
        ]
  useCommands([
    { id: 'list.search', title: t.focusSearch, group, keys: ['/'], run: () => searchField.current?.focus() },
    {
      ...moves,
      id: 'list.next',
      title: t.next,
      keys: ['j', 'arrowdown'],
      run: () => void focusRow(index + 1),
    },
    {
      ...moves,
      id: 'list.previous',
      title: t.previous,
      keys: ['k', 'arrowup'],
      run: () => void focusRow(index - 1),
    },
    {
      ...moves,
      id: 'list.select',
      title: t.toggleSelected,
      keys: ['x'],
      enabled: index >= 0,
      run: () => {
        if (activeId !== undefined) selection.toggle(activeId)
      },
    },
    ...extending,
    {
      id: 'list.select-all',
      title: t.selectAll,
      group,
      keys: ['mod+a'],
      enabled: hasRows,
      run: () => selection.set(order),
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
