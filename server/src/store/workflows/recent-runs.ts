import { type RawBuilder, sql } from 'kysely'
import { EXECUTION_STATUSES, type ExecutionStatus } from '@millrace/contract/execution.ts'
import { type AccountId, type ExecutionSummary, isFinal } from '#domain/index.ts'
import type { Database } from '../database.ts'

interface RunRow {
  readonly id: string
  readonly workflow_id: string
  readonly status: ExecutionStatus
  readonly started_at: number
  readonly completed_at: number | null
}

/** The newest executions of each workflow, newest first. */
export async function readRecentRuns(
  database: Database,
  account: AccountId,
  workflowIds: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly ExecutionSummary[]>> {
  if (workflowIds.length === 0) return new Map()
  const { rows } = await selectRecentRuns(database, account, workflowIds, limit).execute(database.read)
  const runs = rows.map((row) => ({
    id: row.id,
    workflowId: row.workflow_id,
    status: row.status,
    startedAt: row.started_at,
    completedAt: row.completed_at,
  }))
  return Map.groupBy(runs, (run) => run.workflowId)
}

/**
 * The indexes are sorted by id within a workflow and a status, so this reads the newest rows of each status and merges them,
 * for one workflow after the other. PostgreSQL does so for a lateral subquery, SQLite for a correlated list.
 */
export function selectRecentRuns(
  { hasLateral }: Pick<Database, 'hasLateral'>,
  account: AccountId,
  workflowIds: readonly string[],
  limit: number,
): RawBuilder<RunRow> {
  const ofOneWorkflow = sql.join(
    EXECUTION_STATUSES.map(
      (status) => sql`
        select * from (
          select id, workflow_id, status, started_at, completed_at from executions
          where workflow_id = workflows.id and status = ${sql.lit(status)}
            and completed_at ${isFinal(status) ? sql`is not null` : sql`is null`}
          order by id desc limit ${limit}
        ) as ${sql.id(status)}`,
    ),
    sql` union all `,
  )
  const matching = sql`workflows.id in (${sql.join(workflowIds)}) and workflows.account_id = ${account}`
  return hasLateral
    ? sql`select run.* from workflows
        cross join lateral (select * from (${ofOneWorkflow}) as newest order by id desc limit ${limit}) as run
        where ${matching} order by run.id desc`
    : sql`select run.id, run.workflow_id, run.status, run.started_at, run.completed_at
        from workflows cross join executions as run
        where ${matching} and run.id in (select id from (${ofOneWorkflow}) as newest order by id desc limit ${limit})
        order by run.id desc`
}
