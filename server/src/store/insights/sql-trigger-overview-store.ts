import { type RawBuilder, sql } from 'kysely'
import { EXECUTION_STATUSES, type ExecutionStatus } from '@millrace/contract/execution.ts'
import { type AccountId, firstIdAt, foldCase, isFinal } from '#domain/index.ts'
import type { TriggerFilter, TriggerOverviewStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { containsText } from '../list-queries.ts'
import { toTrigger } from '../trigger-rows.ts'

/** Of each status, the runs of a workflow that are searched for those of one trigger. */
const SEARCHED = 100

interface RunRow {
  readonly trigger_id: string
  readonly id: string
  readonly workflow_id: string
  readonly status: ExecutionStatus
  readonly started_at: number
  readonly completed_at: number | null
}

export function triggerOverviewStore(database: Database): TriggerOverviewStore {
  return {
    async list(account, filter, { after, limit }) {
      let matching = selectMatching(database, account, filter)
      if (after !== undefined) {
        const { workflowName, id } = after
        matching = matching.where(({ eb, or, and }) =>
          or([
            eb('workflows.name_folded', '>', workflowName),
            and([eb('workflows.name_folded', '=', workflowName), eb('triggers.id', '>', id)]),
          ]),
        )
      }
      const rows = await matching
        .selectAll('triggers')
        .select(['workflows.name', 'workflows.name_folded', 'workflows.status as workflow_status'])
        .orderBy('workflows.name_folded')
        .orderBy('triggers.id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        trigger: toTrigger(row),
        workflowName: row.name,
        workflowStatus: row.workflow_status,
        position: { workflowName: row.name_folded, id: row.id },
        refused:
          row.refused_at === null || row.refusal === null
            ? null
            : { at: row.refused_at, reason: row.refusal },
      }))
    },
    async count(account) {
      const rows = await selectMatching(database, account, {})
        .select(({ fn, eb }) => [
          'triggers.state',
          eb('triggers.paused_at', 'is not', null).as('is_paused'),
          fn.countAll<number>().as('triggers'),
        ])
        .groupBy(['triggers.state', 'is_paused'])
        .execute()
      const counts = { active: 0, paused: 0, inactive: 0 }
      for (const row of rows) {
        const state = row.is_paused ? 'paused' : row.state === 'live' ? 'active' : 'inactive'
        counts[state] += row.triggers
      }
      return counts
    },
    async activeSchedules(account, limit) {
      const rows = await selectMatching(database, account, { kinds: ['schedule'], state: 'active' })
        .selectAll('triggers')
        .orderBy('triggers.id')
        .limit(limit)
        .execute()
      return rows.map(toTrigger)
    },
    async lastRuns(account, triggerIds, limit) {
      if (triggerIds.length === 0) return new Map()
      const { rows } = await selectLastRuns(database, account, triggerIds, limit).execute(database.read)
      const found = rows.map((row) => ({
        triggerId: row.trigger_id,
        run: {
          id: row.id,
          workflowId: row.workflow_id,
          status: row.status,
          startedAt: row.started_at,
          completedAt: row.completed_at,
        },
      }))
      const byTrigger = Map.groupBy(found, ({ triggerId }) => triggerId)
      return new Map([...byTrigger].map(([id, runs]) => [id, runs.map(({ run }) => run)]))
    },
    async countRuns(account, triggerIds, { since, max }) {
      if (triggerIds.length === 0) return new Map()
      const counts = EXECUTION_STATUSES.map((status) => {
        const recent = sql`select trigger_node_id from executions where ${rangeOf(status)}
          and id >= ${firstIdAt(since)} order by id desc limit ${max}`
        return sql`(select count(*) from (${recent}) as recent
          where trigger_node_id = triggers.node_id) as ${sql.ref(`${status}_runs`)}`
      })
      const { rows } = await sql<Record<'id' | `${ExecutionStatus}_runs`, string | number>>`
        select triggers.id, ${sql.join(counts)} from triggers
        where triggers.id in (${sql.join(triggerIds)}) and triggers.account_id = ${account}`.execute(
        database.read,
      )
      return new Map(
        rows.map((row) => {
          const runs = EXECUTION_STATUSES.map((status) => Number(row[`${status}_runs`]))
          const total = Math.min(
            max,
            runs.reduce((sum, count) => sum + count, 0),
          )
          return [String(row.id), { total, failed: Number(row.failed_runs) }]
        }),
      )
    },
    async recordRefusal(triggerId, { at, reason }) {
      await database.write(
        (tx) =>
          queriesOf(tx)
            .updateTable('triggers')
            .set({ refused_at: at, refusal: reason })
            .where('id', '=', triggerId)
            .execute(),
        { durable: false },
      )
    },
  }
}

function selectMatching(
  database: Database,
  account: AccountId,
  { kinds, state, search, workflowId }: TriggerFilter,
) {
  let matching = database.read
    .selectFrom('triggers')
    .innerJoin('workflows', 'workflows.id', 'triggers.workflow_id')
    .where('triggers.account_id', '=', account)
    .where('workflows.deleted_at', 'is', null)
    .where('triggers.state', '!=', 'gone')
  if (kinds !== undefined) matching = matching.where('triggers.kind', 'in', kinds)
  if (workflowId !== undefined) matching = matching.where('triggers.workflow_id', '=', workflowId)
  if (search !== undefined && search !== '') {
    matching = matching.where(containsText('workflows.name_folded', foldCase(search)))
  }
  if (state === undefined) return matching
  matching = matching.where('triggers.paused_at', state === 'paused' ? 'is not' : 'is', null)
  if (state === 'paused') return matching
  return matching.where('triggers.state', '=', state === 'active' ? 'live' : 'inactive')
}

/** SQL: the executions of one status that triggers of this kind started for the workflow, sorted by id in an index. */
function rangeOf(status: ExecutionStatus): RawBuilder<unknown> {
  const hasEnded = isFinal(status) ? sql`is not null` : sql`is null`
  return sql`workflow_id = triggers.workflow_id and trigger_kind = triggers.kind
    and status = ${sql.lit(status)} and completed_at ${hasEnded}`
}

/**
 * Reads the newest rows of each range and merges them, for one trigger after the other. PostgreSQL does so for a lateral
 * subquery, SQLite for a correlated list.
 */
function selectLastRuns(
  { hasLateral }: Pick<Database, 'hasLateral'>,
  account: AccountId,
  triggerIds: readonly string[],
  limit: number,
): RawBuilder<RunRow> {
  const ofOneTrigger = sql.join(
    EXECUTION_STATUSES.map(
      (status) => sql`
        select id from (
          select id, trigger_node_id from executions where ${rangeOf(status)} order by id desc limit ${SEARCHED}
        ) as newest_of_status where trigger_node_id = triggers.node_id`,
    ),
    sql` union all `,
  )
  const newest = sql`select id from (${ofOneTrigger}) as newest order by id desc limit ${limit}`
  const matching = sql`triggers.id in (${sql.join(triggerIds)}) and triggers.account_id = ${account}`
  const columns = sql`triggers.id as trigger_id, run.id, run.workflow_id, run.status, run.started_at, run.completed_at`
  return hasLateral
    ? sql`select ${columns} from triggers cross join lateral (${newest}) as found
        join executions as run on run.id = found.id where ${matching} order by run.id desc`
    : sql`select ${columns} from triggers cross join executions as run
        where ${matching} and run.id in (${newest}) order by run.id desc`
}
