import { type RawBuilder, sql } from 'kysely'
import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import type { AccountId, ExecutionSummary } from '#domain/index.ts'
import type { Database } from '../database.ts'
import { rangesOfWorkflow } from '../executions/list-executions.ts'

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
 * The indexes are sorted by id within ranges (`rangesOfWorkflow`), so this reads the newest rows of each range and merges them,
 * for one workflow after the other. PostgreSQL does so for a lateral subquery, SQLite for a correlated list.
 */
export function selectRecentRuns(
  { hasLateral }: Pick<Database, 'hasLateral'>,
  account: AccountId,
  workflowIds: readonly string[],
  limit: number,
): RawBuilder<RunRow> {
  const ofOneWorkflow = sql.join(
    rangesOfWorkflow(sql`workflows.id`).map(
      (range) => sql`
        select * from (
          select id, workflow_id, status, started_at, completed_at from executions
          where ${range} order by id desc limit ${limit}
        ) as newest_of_one`,
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
