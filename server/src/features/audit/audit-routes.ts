import {
  AuditActorsQuerySchema,
  type AuditEntry,
  AuditExportQuerySchema,
  type AuditQuery,
  AuditQuerySchema,
} from '@millrace/contract/audit.ts'
import { MAX_LIMIT } from '@millrace/contract/paging.ts'
import type * as domain from '#domain/index.ts'
import { invalid, readTimeRange } from '#domain/index.ts'
import { type AppRoute, cursorPage, PositionCursor, readCursor, sessionRoute } from '#http/index.ts'
import type { AuditFilter } from '#ports/index.ts'
import type { SignedIn } from '../sessions/session-service.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp } from '../shared/timestamps.ts'
import { exportAudit, MEDIA_TYPES } from './export-audit.ts'

const actorCursor = new PositionCursor<string>({ write: (id) => id, read: (id) => id })

/** The audit log, for owners. */
export function auditRoutes({ store, clock }: FeatureDeps): AppRoute<SignedIn>[] {
  return [
    sessionRoute(
      { method: 'GET', path: '/audit', access: 'owner', query: AuditQuerySchema },
      async ({ session, query }) => {
        const cursor = readCursor(query)
        const rows = await store.audit.list(session.account.id, readFilter(query), cursor)
        const { items, meta } = cursorPage(cursor, rows)
        return { data: items.map(presentEntry), meta }
      },
    ),
    sessionRoute(
      { method: 'GET', path: '/audit/actors', access: 'owner', query: AuditActorsQuerySchema },
      async ({ session, query }) => {
        const { after, limit } = actorCursor.read({ ...query, limit: query.limit ?? MAX_LIMIT })
        const rows = await store.audit.actors(session.account.id, { after, limit: limit + 1 })
        const { items, meta } = actorCursor.page(limit, rows)
        return { data: items.map(({ actor }) => actor), meta }
      },
    ),
    sessionRoute(
      { method: 'GET', path: '/audit/export', access: 'owner', query: AuditExportQuerySchema },
      async ({ session, query }) => {
        const { format } = query
        const day = timestamp(clock.now()).slice(0, 10)
        return {
          chunks: exportAudit(store.audit, session.account.id, readFilter(query), format),
          mediaType: MEDIA_TYPES[format],
          headers: { 'content-disposition': `attachment; filename="audit-log-${day}.${format}"` },
        }
      },
    ),
  ]
}

function readFilter({
  actor,
  action,
  resource,
  from,
  to,
}: Pick<AuditQuery, 'actor' | 'action' | 'resource' | 'from' | 'to'>): AuditFilter {
  const range = readTimeRange(from, to)
  if (!('to' in range)) throw invalid(range)
  return { actor, action, resourceId: resource, ...range }
}

function presentEntry(entry: domain.AuditEntry): AuditEntry {
  return {
    id: entry.id,
    at: timestamp(entry.at),
    actor: entry.actor,
    action: entry.action,
    resource: entry.resource,
    address: entry.address,
    request_id: entry.requestId,
    details: { ...entry.details },
  }
}
