import type { ExecutionListSearch } from '../executions/execution-filters.ts'
import { readListSearch } from '../executions/execution-filters.ts'

const STORED = 'millrace.execution-list'

/** Remembers the list that a run is opened from, so that the keys for the next run stay within it. */
export function rememberList(filters: ExecutionListSearch): void {
  sessionStorage.setItem(STORED, JSON.stringify(filters))
}

export function recallList(): ExecutionListSearch | undefined {
  const stored = sessionStorage.getItem(STORED)
  if (stored === null) return undefined
  try {
    const filters: unknown = JSON.parse(stored)
    return typeof filters === 'object' && filters !== null ? readListSearch({ ...filters }) : undefined
  } catch {
    return undefined
  }
}
