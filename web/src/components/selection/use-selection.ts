import { useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  /** Adds or removes one, which becomes the start of a range. */
  toggle(id: string): void
  /** Selects everything between the start of the range and `id`. `start`: where a new range starts. */
  extendTo(id: string, start?: string): void
  set(ids: Iterable<string>): void
  clear(): void
}

/** Selects items of a list whose order is `order`. Items that left the list are no longer selected. */
export function useSelection(order: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string>()
  const ids = new Set(order.filter((id) => chosen.has(id)))
  return {
    ids,
    toggle(id) {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setChosen(next)
      setAnchor(id)
    },
    extendTo(id, start = id) {
      const from = order.indexOf(anchor ?? start)
      const to = order.indexOf(id)
      if (to < 0) return
      setAnchor(anchor ?? start)
      if (from < 0) {
        setAnchor(id)
        setChosen(new Set([...ids, id]))
        return
      }
      setChosen(new Set([...ids, ...order.slice(Math.min(from, to), Math.max(from, to) + 1)]))
    },
    set(next) {
      setChosen(new Set(next))
    },
    clear() {
      setChosen(new Set())
      setAnchor(undefined)
    },
  }
}

/** What the menu of a row acts on: all selected rows if that row is one of them, otherwise the row alone. */
export function targetsOf<Item extends { readonly id: string }>(
  item: Item,
  items: readonly Item[],
  { ids }: Selection,
): readonly Item[] {
  return ids.has(item.id) ? items.filter(({ id }) => ids.has(id)) : [item]
}
