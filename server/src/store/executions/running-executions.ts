import { type RawBuilder, sql } from 'kysely'

/**
 * A table expression, `open_workflows`, for finding running executions among many parked ones. The index of open executions
 * starts with the workflow and the status, so this steps from one workflow to the next instead of scanning all parked
 * executions.
 */
export const OPEN_WORKFLOWS: RawBuilder<unknown> = sql`
  open_workflows (id) as (
    select (select workflow_id from executions where completed_at is null order by workflow_id limit 1)
    union all
    select (select workflow_id from executions where completed_at is null and workflow_id > open_workflows.id
            order by workflow_id limit 1)
    from open_workflows where open_workflows.id is not null
  )`

/** CROSS JOIN makes SQLite keep this join order. Otherwise its planner starts with a scan of all executions. */
export const IN_OPEN_WORKFLOWS: RawBuilder<unknown> = sql`open_workflows cross join executions`
export const IS_RUNNING: RawBuilder<unknown> = sql`
  executions.workflow_id = open_workflows.id and executions.status = 'running' and executions.completed_at is null`

export function selectRunningOf(owner: string, before: number, limit: number): RawBuilder<{ id: string }> {
  return sql`with recursive ${OPEN_WORKFLOWS} select executions.id from ${IN_OPEN_WORKFLOWS}
    where ${IS_RUNNING} and executions.owner = ${owner} and executions.started_at < ${before}
    order by executions.id limit ${limit}`
}
