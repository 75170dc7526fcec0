import type { Migration } from './migration.ts'

const KEYS = {
  bulk_runs: ['pkey', 'account_id_fkey', 'failure_id_fkey'],
  bulk_run_items: ['pkey', 'bulk_run_id_fkey'],
}

/**
 * Bulk runs of chosen executions, which belong to no failure, and filters that people save.
 *
 * 1. SQLite cannot drop `not null`, so both tables of bulk runs are copied.
 * 2. The index on retries holds only retries: accepting any other execution does not write to it.
 */
export const bulkRunsAndSavedFilters: Migration = {
  name: '0020-bulk-runs-and-saved-filters',
  statements: ({ id, time, text, renameConstraint }) => [
    `create table copied_bulk_runs (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      kind ${text} not null,
      failure_id ${id} references failures (id) on delete cascade,
      workflow_id ${id},
      cause ${text} not null,
      version ${text} not null,
      status ${text} not null,
      excluded ${text} not null,
      total integer not null,
      completed integer not null,
      failed integer not null,
      trial_execution_id ${id},
      message ${text},
      created_at ${time} not null,
      ended_at ${time},
      leased_until ${time} not null
    )`,
    `insert into copied_bulk_runs (id, account_id, kind, failure_id, workflow_id, cause, version, status, excluded, total,
        completed, failed, trial_execution_id, message, created_at, ended_at, leased_until)
      select id, account_id, 'resume', failure_id, workflow_id, cause, version, status, '[]', total,
        completed, failed, trial_execution_id, message, created_at, ended_at, leased_until
      from bulk_runs`,
    `create table copied_bulk_run_items (
      bulk_run_id ${id} not null references copied_bulk_runs (id) on delete cascade,
      execution_id ${id} not null,
      status ${text} not null,
      new_execution_id ${id},
      message ${text},
      primary key (bulk_run_id, execution_id)
    )`,
    `insert into copied_bulk_run_items (bulk_run_id, execution_id, status, new_execution_id, message)
      select bulk_run_id, execution_id, status, new_execution_id, message from bulk_run_items`,
    'drop table bulk_run_items',
    'drop table bulk_runs',
    'alter table copied_bulk_runs rename to bulk_runs',
    'alter table copied_bulk_run_items rename to bulk_run_items',
    ...Object.entries(KEYS).flatMap(([table, keys]) =>
      keys.flatMap((key) => renameConstraint(table, `copied_${table}_${key}`, `${table}_${key}`)),
    ),
    'create index bulk_runs_by_account on bulk_runs (account_id, id)',
    'create index bulk_runs_by_failure on bulk_runs (failure_id, id)',
    'create unique index bulk_runs_active on bulk_runs (failure_id) where ended_at is null',
    'create index bulk_run_items_by_status on bulk_run_items (bulk_run_id, status, execution_id)',
    'create index executions_retries on executions (retry_of) where retry_of is not null',
    `create table saved_filters (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      user_id ${id} not null references users (id) on delete cascade,
      name ${text} not null,
      name_folded ${text} not null,
      filter ${text} not null,
      created_at ${time} not null
    )`,
    'create unique index saved_filters_by_name on saved_filters (user_id, name_folded)',
  ],
}
