import type { Migration } from './migration.ts'

export const triggers: Migration = {
  name: '0006-triggers',
  statements: ({ id, time, text }) => [
    `create table triggers (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      workflow_id ${id} not null references workflows (id) on delete cascade,
      node_id ${text} not null,
      kind ${text} not null,
      state ${text} not null,
      credential_id ${text},
      topic ${text},
      hook_key ${text},
      next_run ${time},
      fire_at ${time},
      data ${text} not null
    )`,
    `create index triggers_by_workflow on triggers (workflow_id)`,
    `create index triggers_due on triggers (fire_at) where fire_at is not null`,
    `create index triggers_by_topic on triggers (topic, account_id) where topic is not null`,
    // The number of runs before this one in a chain of follow-up runs.
    `alter table executions add column chain integer not null default 0`,
    `create unique index triggers_by_hook on triggers (hook_key) where hook_key is not null`,
    // Each scheduled time has one run, however many processes poll and whatever their clocks say.
    `create table trigger_runs (
      trigger_id ${id} not null references triggers (id) on delete cascade,
      account_id ${id} not null references accounts (id),
      run_at ${time} not null,
      noted_at ${time} not null,
      primary key (trigger_id, run_at)
    )`,
    `create index trigger_runs_noted on trigger_runs (noted_at)`,
    `create table hook_deliveries (
      trigger_id ${id} not null references triggers (id) on delete cascade,
      account_id ${id} not null references accounts (id),
      delivery_key ${text} not null,
      execution_id ${id} not null,
      created_at ${time} not null,
      primary key (trigger_id, delivery_key)
    )`,
    `create index hook_deliveries_created on hook_deliveries (created_at)`,
  ],
}
