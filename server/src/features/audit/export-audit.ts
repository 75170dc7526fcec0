import type { AuditExportQuery } from '@millrace/contract/audit.ts'
import type { AccountId, AuditEntry } from '#domain/index.ts'
import type { AuditFilter, AuditStore } from '#ports/index.ts'
import { BYTE_ORDER_MARK, csvRecord } from '../shared/csv.ts'
import { timestamp } from '../shared/timestamps.ts'

type Format = AuditExportQuery['format']

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
}

const PAGE_SIZE = 500
const COLUMNS = [
  'id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'resource_kind',
  'resource_id',
  'resource_name',
  'address',
  'request_id',
  'details',
]

/** All matching entries, newest first. They are read page by page, so that memory does not grow with their number. */
export async function* exportAudit(
  audit: AuditStore,
  account: AccountId,
  filter: AuditFilter,
  format: Format,
): AsyncGenerator<string> {
  const write = format === 'csv' ? toRecord : toLine
  if (format === 'csv') yield BYTE_ORDER_MARK + csvRecord(COLUMNS)
  for (let before: string | undefined; ;) {
    const page = await audit.list(account, filter, { before, limit: PAGE_SIZE })
    if (page.length > 0) yield page.map(write).join('')
    if (page.length < PAGE_SIZE) return
    before = page.at(-1)?.id
  }
}

function toRecord({ id, at, actor, action, resource, address, requestId, details }: AuditEntry): string {
  const who = [actor.kind, actor.id, actor.name]
  const what = [action, resource.kind, resource.id, resource.name]
  return csvRecord([id, timestamp(at), ...who, ...what, address, requestId, JSON.stringify(details)])
}

function toLine({ id, at, actor, action, resource, address, requestId, details }: AuditEntry): string {
  const entry = { id, at: timestamp(at), actor, action, resource, address, request_id: requestId, details }
  return `${JSON.stringify(entry)}\n`
}
