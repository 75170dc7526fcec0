import { type AccountId, type AuditEntry, firstIdAt, type JsonObject, timeOfId } from '#domain/index.ts'
import type { AuditFilter, AuditStore, CursorRequest, ListedActor, Transaction } from '#ports/index.ts'
import { type Database, EXPIRED_ROWS, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'

/** Entries of the service and its command line have no id of an actor; this stands for it. */
const SYSTEM = 'system'

/** Where the name of a resource is stored, by the kind of the resource. */
const NAMES = {
  workflow: { table: 'workflows', column: 'name' },
  form: { table: 'forms', column: 'name' },
  file: { table: 'files', column: 'name' },
  variable: { table: 'variables', column: 'name' },
  credential: { table: 'credentials', column: 'name' },
  integration: { table: 'integrations', column: 'name' },
  webhook: { table: 'webhook_endpoints', column: 'url' },
} as const

export function auditStore(database: Database): AuditStore {
  return {
    async insert(tx, entry) {
      await queriesOf(tx).insertInto('audit_entries').values(toRow(entry)).execute()
    },
    async hasRecent(tx, { accountId, actor, action, resource }, since) {
      const row = await queriesOf(tx)
        .selectFrom('audit_entries')
        .select('id')
        .where('account_id', '=', accountId)
        .where('resource_id', '=', resource.id)
        .where('id', '>=', firstIdAt(since))
        .where('action', '=', action)
        .where('actor_id', '=', actor.id ?? SYSTEM)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    nameOf,
    async list(account, filter, cursor) {
      const rows = await selectEntries(database, account, filter, cursor).execute()
      return rows.map(toEntry)
    },
    async actors(account, { after, limit }) {
      const actors: ListedActor[] = []
      // Steps from actor to actor through the index, however many entries each of them has.
      for (let last = after; actors.length < limit;) {
        const row = await database.read
          .selectFrom('audit_entries')
          .selectAll()
          .where('account_id', '=', account)
          .$if(last !== undefined, (query) => query.where('actor_id', '<', last ?? ''))
          .orderBy('actor_id', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (row === undefined) break
        actors.push({ actor: toEntry(row).actor, position: row.actor_id })
        last = row.actor_id
      }
      return actors
    },
    prune: (before, limit) => {
      const deleteOld = async (tx: Transaction) => {
        const old = queriesOf(tx)
          .selectFrom('audit_entries')
          .select('id')
          .where('id', '<', firstIdAt(before))
          .orderBy('id')
          .limit(limit)
        const { numDeletedRows } = await queriesOf(tx)
          .deleteFrom('audit_entries')
          .where('id', 'in', old)
          .executeTakeFirst()
        return Number(numDeletedRows)
      }
      return database.write(deleteOld, EXPIRED_ROWS)
    },
  }
}

async function nameOf(
  tx: Transaction,
  account: AccountId,
  kind: string,
  id: string,
): Promise<string | undefined> {
  if (kind === 'execution') return nameOfExecution(tx, account, id)
  if (!Object.hasOwn(NAMES, kind)) return undefined
  const { table, column } = NAMES[kind as keyof typeof NAMES]
  const row = await queriesOf(tx)
    .selectFrom(table)
    .select(column as 'id')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  return (row as Readonly<Record<string, string>> | undefined)?.[column]
}

/** An execution has the name of its workflow. */
async function nameOfExecution(tx: Transaction, account: AccountId, id: string): Promise<string | undefined> {
  const row = await queriesOf(tx)
    .selectFrom('executions')
    .innerJoin('workflows', 'workflows.id', 'executions.workflow_id')
    .select('workflows.name')
    .where('executions.account_id', '=', account)
    .where('executions.id', '=', id)
    .executeTakeFirst()
  return row?.name
}

function selectEntries(
  database: Database,
  account: AccountId,
  { actor, action, resourceId, from, to }: AuditFilter,
  cursor: CursorRequest,
) {
  const kind = action?.split('.', 1)[0]
  return database.read
    .selectFrom('audit_entries')
    .selectAll()
    .where('account_id', '=', account)
    .$if(actor !== undefined, (query) => query.where('actor_id', '=', actor ?? ''))
    .$if(kind !== undefined, (query) => query.where('resource_kind', '=', kind ?? ''))
    .$if(action !== kind, (query) => query.where('action', '=', action ?? ''))
    .$if(resourceId !== undefined, (query) => query.where('resource_id', '=', resourceId ?? ''))
    .$if(from !== undefined, (query) => query.where('id', '>=', firstIdAt(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('id', '<', firstIdAt((to ?? 0) + 1)))
    .$if(cursor.before !== undefined, (query) => query.where('id', '<', cursor.before ?? ''))
    .orderBy('id', 'desc')
    .limit(cursor.limit)
}

function toRow(entry: AuditEntry): Tables['audit_entries'] {
  return {
    id: entry.id,
    account_id: entry.accountId,
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id ?? SYSTEM,
    actor_name: entry.actor.name,
    action: entry.action,
    resource_kind: entry.resource.kind,
    resource_id: entry.resource.id,
    resource_name: entry.resource.name,
    address: entry.address,
    request_id: entry.requestId,
    details: JSON.stringify(entry.details),
  }
}

function toEntry(row: Tables['audit_entries']): AuditEntry {
  return {
    id: row.id,
    accountId: row.account_id,
    at: timeOfId(row.id),
    actor: { kind: row.actor_kind, id: row.actor_id === SYSTEM ? null : row.actor_id, name: row.actor_name },
    action: row.action,
    resource: { kind: row.resource_kind, id: row.resource_id, name: row.resource_name },
    address: row.address,
    requestId: row.request_id,
    details: JSON.parse(row.details) as JsonObject,
  }
}
