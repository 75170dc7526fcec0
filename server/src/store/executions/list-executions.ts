import {
  EXECUTION_STATUSES,
  type ExecutionError,
  type ExecutionStatus,
} from '@millrace/contract/execution.ts'
import { EXECUTION_TRIGGERS } from '@millrace/contract/execution-list.ts'
import { type AccountId, type ExecutionOverview, firstIdAt, isFinal, toErrorCode } from '#domain/index.ts'
import type { CursorRequest, ExecutionFilter, ExecutionQueries } from '#ports/index.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Queries } from '../database.ts'
import { shownNumber } from '../live-runs.ts'
import type { Tables } from '../tables.ts'
import { nodeIdFromText } from './insert-execution.ts'

type ExecutionLists = Pick<ExecutionQueries, 'list' | 'listAll' | 'overview'>

/** Lists of executions, newest first: keyset reads of an index, whatever the filter. */
export function executionLists(database: Database): ExecutionLists {
  return {
    async list(account, workflowId, filter, cursor) {
      const ids = selectNewest({ account, workflowId, filter, cursor })
      const { rows } = await sql<Tables['executions']>`
        select id, workflow_id, status, started_at, completed_at from executions
        where id in (${ids}) and account_id = ${account} order by id desc`.execute(database.read)
      return rows.map((row) => ({
        id: row.id,
        workflowId: row.workflow_id,
        status: row.status,
        startedAt: row.started_at,
        completedAt: row.completed_at,
      }))
    },
    async listAll(account, filter, cursor) {
      const ids = selectNewest({ account, workflowId: filter.workflowId, filter, cursor })
      const rows = await selectOverviews(database.read, account)
        .where(sql<boolean>`executions.id in (${ids})`)
        .orderBy('executions.id', 'desc')
        .execute()
      return rows.map(toOverview)
    },
    async overview(account, id) {
      const row = await selectOverviews(database.read, account)
        .where('executions.id', '=', id)
        .executeTakeFirst()
      return row && toOverview(row)
    },
  }
}

interface NewestRequest {
  readonly account: AccountId
  readonly workflowId: string | undefined
  readonly filter: ExecutionFilter
  readonly cursor: CursorRequest
}

/**
 * Ids of the newest executions that match. The indexes are sorted by id within one trigger and status, so this merges the
 * newest ids of each. Executions with an error code have an index of their own.
 */
export function selectNewest(request: NewestRequest): RawBuilder<unknown> {
  const branches = request.filter.errorCode === undefined ? byTrigger(request) : byError(request)
  const { limit } = request.cursor
  return sql`select id from (${sql.join(branches, sql` union all `)}) as merged order by id desc limit ${limit}`
}

function byTrigger({ account, workflowId, filter, cursor }: NewestRequest): RawBuilder<unknown>[] {
  const ranges =
    workflowId === undefined
      ? rangesOfAccount(sql`${account}`, filter)
      : rangesOfWorkflow(sql`${workflowId}`, filter)
  return ranges.map(
    (range) => sql`select id from (select id from executions where ${range}${inRange(filter, cursor)}
      order by id desc limit ${cursor.limit}) as newest`,
  )
}

type RangeFilter = Pick<ExecutionFilter, 'status' | 'trigger'>

/** Conditions that together match the executions of a workflow, each sorted by id in an index. */
export function rangesOfWorkflow(
  workflowId: RawBuilder<unknown>,
  filter: RangeFilter = { status: undefined },
): readonly RawBuilder<unknown>[] {
  return statusesOf(filter).flatMap((status) => {
    if (isFinal(status)) return rangesByTrigger(sql`workflow_id = ${workflowId}`, status, filter)
    // Open executions of a workflow are few, and their index does not contain the trigger.
    const { trigger } = filter
    const isTriggered = trigger === undefined ? sql`` : sql` and trigger_kind = ${sql.lit(trigger)}`
    return [
      sql`workflow_id = ${workflowId} and status = ${sql.lit(status)}${isTriggered} and completed_at is null`,
    ]
  })
}

/** The same for the executions of an account. */
function rangesOfAccount(account: RawBuilder<unknown>, filter: RangeFilter): readonly RawBuilder<unknown>[] {
  return statusesOf(filter).flatMap((status) => rangesByTrigger(sql`account_id = ${account}`, status, filter))
}

function rangesByTrigger(
  scope: RawBuilder<unknown>,
  status: ExecutionStatus,
  { trigger }: RangeFilter,
): readonly RawBuilder<unknown>[] {
  const hasEnded = isFinal(status) ? sql`is not null` : sql`is null`
  return (trigger === undefined ? EXECUTION_TRIGGERS : [trigger]).map(
    (one) =>
      sql`${scope} and trigger_kind = ${sql.lit(one)} and status = ${sql.lit(status)} and completed_at ${hasEnded}`,
  )
}

function statusesOf({ status }: RangeFilter): readonly ExecutionStatus[] {
  return status === undefined ? EXECUTION_STATUSES : [status]
}

function byError({ account, workflowId, filter, cursor }: NewestRequest): RawBuilder<unknown>[] {
  const scope = workflowId === undefined ? sql`account_id = ${account}` : sql`workflow_id = ${workflowId}`
  const hasStatus = filter.status === undefined ? sql`` : sql` and status = ${filter.status}`
  const isTriggered = filter.trigger === undefined ? sql`` : sql` and trigger_kind = ${filter.trigger}`
  return [
    sql`select id from executions where ${scope} and error_code = ${toErrorCode(filter.errorCode ?? '')}
      ${hasStatus}${isTriggered}${inRange(filter, cursor)}`,
  ]
}

/** Ids contain the time, so that they can be compared with times. */
function inRange({ from, to }: ExecutionFilter, { before }: CursorRequest): RawBuilder<unknown> {
  const since = from === undefined ? sql`` : sql` and id >= ${firstIdAt(from)}`
  const until = to === undefined ? sql`` : sql` and id < ${firstIdAt(to + 1)}`
  const older = before === undefined ? sql`` : sql` and id < ${before}`
  return sql`${since}${until}${older}`
}

function selectOverviews(queries: Queries, account: AccountId) {
  return queries
    .selectFrom('executions')
    .leftJoin('workflows', 'workflows.id', 'executions.workflow_id')
    .leftJoin('workflow_versions as version', 'version.id', 'executions.version_id')
    .select([
      'executions.id',
      'executions.workflow_id',
      'executions.version_id',
      'executions.status',
      'executions.started_at',
      'executions.completed_at',
      'executions.error',
      'executions.trigger_kind',
      'executions.trigger_node_id',
      'executions.retry_of',
      'workflows.name',
      'workflows.deleted_at',
      'version.number',
    ])
    .where('executions.account_id', '=', account)
}

type OverviewRow = Awaited<ReturnType<ReturnType<typeof selectOverviews>['execute']>>[number]

function toOverview(row: OverviewRow): ExecutionOverview {
  return {
    id: row.id,
    workflowId: row.workflow_id,
    workflowName: row.deleted_at === null ? row.name : null,
    versionId: row.version_id,
    versionNumber: row.number === null ? null : shownNumber(row.number),
    status: row.status,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    error: row.error === null ? null : (JSON.parse(row.error) as ExecutionError),
    trigger: row.trigger_kind,
    triggerNodeId: nodeIdFromText(row.trigger_node_id),
    retryOf: row.retry_of,
  }
}
