import { type RawBuilder, sql } from 'kysely'
import type { StorageKind } from '@millrace/contract/about.ts'
import type { KnownProcess, MonitorStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { IN_OPEN_WORKFLOWS, IS_RUNNING, OPEN_WORKFLOWS } from '../executions/running-executions.ts'
import type { Tables } from '../tables.ts'

/** The tables that hold each kind of data. Tables that stay small are not listed. */
const STORAGE_TABLES = {
  workflows: ['workflows', 'workflow_versions', 'workflow_drafts'],
  executions: ['executions'],
  journals: ['execution_journal'],
  submissions: ['submissions'],
  deliveries: ['events', 'deliveries', 'delivery_attempts'],
  integrations: ['imported_apis', 'imported_operations', 'imported_parts'],
  audit: ['audit_entries'],
} as const satisfies Record<StorageKind, readonly (keyof Tables)[]>

/** How much one table takes up. */
export interface TableSize {
  readonly rows: number
  readonly bytes: number
}

/** What each dialect estimates in its own way. */
export interface StorageEstimates {
  totalBytes(): Promise<number>
  tableSize(table: keyof Tables): Promise<TableSize>
}

export function monitorStore(database: Database, estimates: StorageEstimates): MonitorStore {
  return {
    async storage() {
      const kinds = []
      for (const kind of Object.keys(STORAGE_TABLES) as StorageKind[]) {
        let [rows, bytes] = [0, 0]
        for (const [index, table] of STORAGE_TABLES[kind].entries()) {
          const size = await estimates.tableSize(table)
          // The first table has one row for each thing; the others hold more of it.
          if (index === 0) rows = size.rows
          bytes += size.bytes
        }
        kinds.push({ kind, rows, bytes })
      }
      return { totalBytes: await estimates.totalBytes(), kinds }
    },
    async queue(now, limit) {
      const running = sql`select 1 as due_since from ${IN_OPEN_WORKFLOWS} where ${IS_RUNNING}
        and executions.owner != ''`
      const unowned = sql`select started_at as due_since from executions where owner = '' and status = 'running'`
      const timers = sql`select execution_waits.due_at as due_since from execution_waits
        join executions on executions.id = execution_waits.execution_id
        where execution_waits.due_at <= ${now} and executions.status = 'pending'`
      const deliveries = sql`select deliveries.due_at as due_since from deliveries
        join webhook_endpoints on webhook_endpoints.id = deliveries.endpoint_id
        where deliveries.due_at <= ${now} and webhook_endpoints.status = 'active'
          and (webhook_endpoints.rest_until is null or webhook_endpoints.rest_until <= ${now})`
      const due = await Promise.all([
        countDue(database, sql`${unowned} order by id limit ${limit}`),
        countDue(database, sql`${timers} order by execution_waits.due_at limit ${limit}`),
        countDue(database, sql`${deliveries} limit ${limit}`),
      ])
      const inProgress = await countDue(database, sql`${running} limit ${limit}`, OPEN_WORKFLOWS)
      const oldest = due.flatMap(({ since }) => (since === null ? [] : [since]))
      return {
        running: inProgress.count,
        unowned: due[0].count,
        dueTimers: due[1].count,
        dueDeliveries: due[2].count,
        oldestDueAt: oldest.length === 0 ? undefined : Math.min(...oldest),
      }
    },
    async describeProcess({ id, role, host, version, startedAt }) {
      await database.write(
        async (tx) => {
          const living = queriesOf(tx).selectFrom('heartbeats').select('owner')
          await queriesOf(tx)
            .deleteFrom('processes')
            .where(sql<boolean>`cast(id as text) not in (${living})`)
            .execute()
          await queriesOf(tx)
            .insertInto('processes')
            .values({ id, role, host, version, started_at: startedAt })
            .execute()
        },
        { durable: false },
      )
    },
    async processes() {
      const rows = await database.read
        .selectFrom('heartbeats')
        .leftJoin('processes', (join) =>
          join.on(sql<boolean>`cast(processes.id as text) = cast(heartbeats.owner as text)`),
        )
        .select(['heartbeats.owner', 'seen_at', 'role', 'host', 'version', 'started_at'])
        .orderBy('heartbeats.owner')
        .execute()
      return rows.map(
        ({ owner, seen_at: lastHeartbeatAt, role, host, version, started_at: startedAt }): KnownProcess => ({
          id: owner,
          lastHeartbeatAt,
          ...(role !== null &&
            host !== null &&
            version !== null &&
            startedAt !== null && { role, host, version, startedAt }),
        }),
      )
    },
  }
}

interface Counted {
  readonly count: number
  readonly since: number | null
}

/** Counts the rows of a limited query, and finds the earliest `due_since` among them. */
async function countDue(
  database: Database,
  limited: RawBuilder<unknown>,
  expression?: RawBuilder<unknown>,
): Promise<Counted> {
  const before = expression === undefined ? sql`` : sql`with recursive ${expression}`
  const { rows } = await sql<Counted>`
    ${before} select count(*) as count, min(due_since) as since from (${limited}) as due`.execute(
    database.read,
  )
  return { count: rows[0]?.count ?? 0, since: rows[0]?.since ?? null }
}
