import { useState } from 'react'
import type { ExecutionOverview } from '../../api/executions.ts'

export interface RunSelection {
  /** Everything that matches the filter, also what is not loaded. */
  isAll: boolean
  has(id: string): boolean
  /** How many are selected by hand; 0 with `isAll`. */
  count: number
  runs: readonly ExecutionOverview[]
  /** Adds or removes one, which becomes the start of a range. */
  toggle(id: string): void
  /** Selects everything between the start of the range and `id`. `start`: where a new range starts. */
  extendTo(id: string, start?: string): void
  selectLoaded(): void
  selectMatching(): void
  clear(): void
}

interface Chosen {
  scope: string
  isAll: boolean
  anchor: string | undefined
  runs: ReadonlyMap<string, ExecutionOverview>
}

/**
 * Selects runs of a list. A run stays selected while the list changes: new runs appear, others are loaded again. Another `scope`,
 * such as other filters, has a selection of its own.
 */
export function useRunSelection(loaded: readonly ExecutionOverview[], scope: string): RunSelection {
  const empty: Chosen = { scope, isAll: false, anchor: undefined, runs: new Map() }
  const [stored, setStored] = useState(empty)
  const chosen = stored.scope === scope ? stored : empty
  const known = new Map(loaded.map((run) => [run.id, run]))
  const select = (runs: Iterable<ExecutionOverview>, anchor = chosen.anchor) =>
    setStored({ ...chosen, isAll: false, anchor, runs: new Map([...runs].map((run) => [run.id, run])) })
  const selected = () => (chosen.isAll ? loaded : [...chosen.runs.values()])

  return {
    isAll: chosen.isAll,
    has: (id) => chosen.isAll || chosen.runs.has(id),
    count: chosen.runs.size,
    runs: [...chosen.runs.values()].map((run) => known.get(run.id) ?? run),
    toggle(id) {
      const run = known.get(id)
      const others = selected().filter((one) => one.id !== id)
      const isSelected = chosen.isAll || chosen.runs.has(id)
      select(isSelected || run === undefined ? others : [...others, run], id)
    },
    extendTo(id, start = id) {
      const anchor = chosen.anchor ?? start
      const from = loaded.findIndex((run) => run.id === anchor)
      const to = loaded.findIndex((run) => run.id === id)
      if (to < 0) return
      const range =
        from < 0 ? loaded.slice(to, to + 1) : loaded.slice(Math.min(from, to), Math.max(from, to) + 1)
      select([...selected(), ...range], from < 0 ? id : anchor)
    },
    selectLoaded: () => select(loaded),
    selectMatching: () => setStored({ ...empty, isAll: true }),
    clear: () => setStored(empty),
  }
}
