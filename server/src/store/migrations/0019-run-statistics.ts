import type { Migration } from './migration.ts'

/**
 * For the home page: counts of runs by hour, failures by cause, and bulk runs. All of it is derived from executions by a
 * background task, so the writes of an execution touch none of these tables.
 *
 * 1. `run_counts` has a row per hour, workflow, outcome and duration bin. The rows of the workflow with the nil UUID are the sums
 *    of the account.
 * 2. `fold_progress` has one row: how far the task has read the executions. Those that had not ended by then are in
 *    `unfolded_runs`.
 * 3. The failed runs that nobody resumed have an index of their own.
 */
export const runStatistics: Migration = {
  name: '0019-run-statistics',
  statements: ({ id, time, text }) => [
    `create table fold_progress (
      name ${text} primary key,
      sequence ${time} not null,
      last_id ${id} not null,
      leased_by ${text} not null,
      leased_until ${time} not null
    )`,
    `insert into fold_progress (name, sequence, last_id, leased_by, leased_until) values ('executions', 0, '00000000-0000-0000-0000-000000000000', '', 0)`,
    `create table unfolded_runs (execution_id ${id} primary key)`,
    `create table run_counts (
      account_id ${id} not null references accounts (id),
      workflow_id ${id} not null,
      hour ${time} not null,
      outcome ${text} not null,
      duration_bin integer not null,
      runs ${time} not null,
      primary key (account_id, workflow_id, hour, outcome, duration_bin)
    )`,
    `create index run_counts_by_hour on run_counts (hour)`,
    `create table failures (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      workflow_id ${id} not null,
      node_id ${text},
      code ${text} not null,
      message ${text} not null,
      ignored_until ${time},
      ignored_version_id ${id}
    )`,
    `create table failed_runs (
      execution_id ${id} primary key,
      account_id ${id} not null references accounts (id),
      failure_id ${id} not null references failures (id) on delete cascade,
      version_id ${id} not null,
      is_resumed integer not null
    )`,
    `create index failed_runs_open on failed_runs (account_id, failure_id, execution_id, version_id) where is_resumed = 0`,
    `create index failed_runs_by_failure on failed_runs (failure_id, execution_id)`,
    `create table bulk_runs (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      failure_id ${id} not null references failures (id) on delete cascade,
      workflow_id ${id} not null,
      cause ${text} not null,
      version ${text} not null,
      status ${text} not null,
      total integer not null,
      completed integer not null,
      failed integer not null,
      trial_execution_id ${id},
      message ${text},
      created_at ${time} not null,
      ended_at ${time},
      leased_until ${time} not null
    )`,
    `create index bulk_runs_by_account on bulk_runs (account_id, id)`,
    `create index bulk_runs_by_failure on bulk_runs (failure_id, id)`,
    `create unique index bulk_runs_active on bulk_runs (failure_id) where ended_at is null`,
    `create table bulk_run_items (
      bulk_run_id ${id} not null references bulk_runs (id) on delete cascade,
      execution_id ${id} not null,
      status ${text} not null,
      new_execution_id ${id},
      message ${text},
      primary key (bulk_run_id, execution_id)
    )`,
    `create index bulk_run_items_by_status on bulk_run_items (bulk_run_id, status, execution_id)`,
  ],
}
