import { type RefObject, useEffect, useRef } from 'react'
import { useCommands } from '../../app/commands/use-commands.ts'
import type { VirtualListHandle } from '../data/virtual-list.tsx'
import { isFocusLost } from '../focus-lost.ts'
import { listCommands, type ListCommandTexts } from './list-commands.ts'
import type { Selection } from './use-selection.ts'

interface UseListCommandsOptions {
  texts: ListCommandTexts & { readonly focusSearch: string }
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

/** The commands of a list with a search field, all of whose rows are loaded or load as it scrolls. */
export function useListCommands(options: UseListCommandsOptions): void {
  const { texts: t, order, linkId, selection, activeId, onActive, searchField, list } = options
  const linkOf = (id: string) => document.getElementById(linkId(id))
  const focusRow = (wanted: number): string | undefined => {
    const row = Math.min(Math.max(wanted, 0), order.length - 1)
    const id = order[row]
    if (id === undefined) return undefined
    // Before the focus arrives: the next key may follow at once.
    onActive(id)
    list.current?.reveal(row)
    // The row exists only after the list has scrolled.
    requestAnimationFrame(() => linkOf(id)?.focus({ preventScroll: true }))
    return id
  }
  const shown = useRef(order)
  useEffect(() => {
    const before = shown.current
    shown.current = order
    if (activeId === undefined || order.includes(activeId)) return
    const index = before.indexOf(activeId)
    if (index === -1 || !isFocusLost()) return
    // The row with the focus was deleted: the one that took its place gets it. If that one is not shown, the row had left
    // the view before, and the list must not jump away from what is read.
    const left = new Set(order)
    const row = before.slice(0, index).filter((id) => left.has(id)).length
    const id = order[Math.min(row, order.length - 1)]
    const next = id === undefined ? document.querySelector<HTMLElement>('main h1') : linkOf(id)
    next?.focus({ preventScroll: true })
  })
  useCommands([
    {
      id: 'list.search',
      title: t.focusSearch,
      group: t.list,
      keys: ['/'],
      run: () => searchField.current?.focus(),
    },
    ...listCommands({
      texts: t,
      count: order.length,
      activeId,
      index: activeId === undefined ? -1 : order.indexOf(activeId),
      onMove: focusRow,
      selection: {
        isEmpty: selection.ids.size === 0,
        toggle: selection.toggle,
        extendTo: selection.extendTo,
        selectAll: () => selection.set(order),
        clear: selection.clear,
      },
    }),
  ])
}
