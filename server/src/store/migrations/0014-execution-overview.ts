import type { Migration } from './migration.ts'

/**
 * For the editor and the pages about runs. What started an execution and why it failed, as columns, so that executions of all workflows can be listed and filtered.
 *
 * 1. The default of a new column costs nothing. Only executions that something other than the API started are rewritten.
 * 2. The index of ended executions of a workflow is replaced, not joined, by one that also contains the trigger: each ending
 *    run writes to every index.
 * 3. Only failed executions are in the indexes of error codes.
 *
 * Also the tables for people who listen for a request to an inbound webhook.
 *
 * A test version, which runs of a working copy use, has the number 0 and may name the node to stop after.
 */
export const executionOverview: Migration = {
  name: '0014-execution-overview',
  statements: ({ id, time, text, asJson }) => [
    `alter table executions add column trigger_kind ${text} not null default 'api'`,
    `alter table executions add column error_code ${text}`,
    `update executions set trigger_kind = case
        when retry_of is not null then 'retry'
        when depth > 0 then 'workflow'
        else coalesce(
          (select triggers.kind from triggers
            where triggers.workflow_id = executions.workflow_id and triggers.node_id = executions.trigger_node_id),
          case when chain > 0 then 'event' else 'api' end)
      end
      where retry_of is not null or depth > 0 or trigger_node_id is not null`,
    // The escape of the NUL character is not accepted by the JSON operators of PostgreSQL.
    `update executions set error_code = substr(${asJson('error')} ->> 'code', 1, 200)
      where error is not null and error not like '%u0000%'`,
    `alter table workflow_versions add column until_node_id ${text}`,
    'drop index executions_ended',
    `create index executions_ended on executions (workflow_id, trigger_kind, status, id) where completed_at is not null`,
    `create index executions_ended_by_account on executions (account_id, trigger_kind, status, id)
      where completed_at is not null`,
    `create index executions_open_by_account on executions (account_id, trigger_kind, status, id)
      where completed_at is null`,
    `create index executions_by_error on executions (account_id, error_code, id) where error_code is not null`,
    `create index executions_by_workflow_error on executions (workflow_id, error_code, id)
      where error_code is not null`,
    `create table trigger_listeners (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      trigger_id ${id} not null references triggers (id) on delete cascade,
      data ${text} not null,
      credential_id ${text},
      expires_at ${time} not null
    )`,
    `create index trigger_listeners_by_trigger on trigger_listeners (trigger_id, id)`,
    `create table captured_events (
      id ${id} primary key,
      trigger_id ${id} not null references triggers (id) on delete cascade,
      received_at ${time} not null,
      input ${text} not null
    )`,
    `create index captured_events_by_trigger on captured_events (trigger_id, id)`,
  ],
}
