import type { Migration } from './migration.ts'

export const engine: Migration = {
  name: '0002-engine',
  statements: ({ id, time, text }) => [
    `alter table executions add column trigger_node_id ${text}`,
    `alter table executions add column depth integer not null default 0`,
    `alter table executions add column parent_id ${id}`,
    `alter table executions add column parent_wait_id ${id}`,
    `alter table executions add column retry_of ${id}`,
    `alter table executions add column active_ms ${time} not null default 0`,
    `alter table executions add column signal_sequence integer not null default 0`,
    `alter table executions add column has_waits integer not null default 0`,
    // Both are small: an ordinary run is never in them.
    `create index executions_unclaimed on executions (id) where owner = '' and status = 'running'`,
    `create index executions_children on executions (parent_id) where parent_id is not null and completed_at is null`,
    `create table execution_waits (
      id ${id} primary key,
      execution_id ${id} not null,
      account_id ${id} not null,
      kind ${text} not null,
      due_at ${time}
    )`,
    `create index execution_waits_by_execution on execution_waits (execution_id)`,
    `create index execution_waits_due on execution_waits (due_at) where due_at is not null`,
    `create table execution_signals (
      id ${id} primary key,
      execution_id ${id} not null,
      position integer not null,
      event ${text},
      wait_id ${id},
      data ${text} not null,
      created_at ${time} not null
    )`,
    `create index execution_signals_by_execution on execution_signals (execution_id, position)`,
    // A wait has at most one answer.
    `create unique index execution_signals_by_wait on execution_signals (execution_id, wait_id) where wait_id is not null`,
    `create table probes (id integer primary key check (id = 1), written ${time} not null)`,
  ],
}
