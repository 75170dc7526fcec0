import type { StateFilters } from '../../api/state.ts'

export interface StateSearch {
  q?: string
  scope?: string
}

/** What is not valid in the address is ignored. */
export function readStateSearch({ q, scope }: Record<string, unknown>): StateSearch {
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(typeof scope === 'string' && /^(account|[0-9a-f-]{36})$/i.test(scope) && { scope }),
  }
}

export function filtersOf({ q, scope }: StateSearch): StateFilters {
  return { ...(q !== undefined && { prefix: q }), ...(scope !== undefined && { scope }) }
}
