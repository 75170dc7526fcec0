import type { Migration } from './migration.ts'

/**
 * How long a run has computed, and how often its process ended while computing it. `taken_over_at` is the sequence of the
 * last takeover: a checkpoint advances the sequence, so it resets the count without writing to these columns.
 */
export const fairRuns: Migration = {
  name: '0022-fair-runs',
  statements: ({ time }) => [
    `alter table executions add column computing_ms ${time} not null default 0`,
    `alter table executions add column takeovers integer not null default 0`,
    `alter table executions add column taken_over_at integer not null default -1`,
    `alter table executions add column is_computing integer not null default 0`,
  ],
}
