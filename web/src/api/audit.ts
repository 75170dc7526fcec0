import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AuditActors, AuditEntry, AuditExportQuery, AuditQuery } from '@millrace/contract/audit.ts'
import type { CursorMeta } from '@millrace/contract/paging.ts'
import { fetchResponse, readEnvelope } from './client.ts'

export type { AuditEntry } from '@millrace/contract/audit.ts'

export type AuditFilters = Pick<AuditQuery, 'actor' | 'action' | 'resource' | 'from' | 'to'>

interface AuditPage {
  entries: AuditEntry[]
  next: string | null
}

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<AuditPage> => {
      const query = queryOf({
        ...filters,
        limit: '50',
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      })
      const { data, meta } = await readEnvelope(await fetchResponse('GET', `/app/audit?${query}`, { signal }))
      return { entries: data as AuditEntry[], next: (meta as { next_cursor: string | null }).next_cursor }
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const auditActorsQuery = queryOptions({
  queryKey: ['audit-actors'],
  queryFn: async ({ signal }) => {
    const actors: AuditActors = []
    for (let cursor: string | undefined; ;) {
      const query = queryOf({ limit: '100', cursor })
      const page = await readEnvelope(await fetchResponse('GET', `/app/audit/actors?${query}`, { signal }))
      actors.push(...(page.data as AuditActors))
      const { next_cursor: next } = page.meta as CursorMeta
      if (next === null) return actors.sort((a, b) => a.name.localeCompare(b.name))
      cursor = next
    }
  },
})

/** The address of a download. */
export function auditExportAddress(filters: AuditFilters, format: AuditExportQuery['format']): string {
  return `/app/audit/export?${queryOf({ ...filters, format })}`
}

function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value)
  return query.toString()
}
