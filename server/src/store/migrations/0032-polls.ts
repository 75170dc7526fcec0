import type { Migration } from './migration.ts'

/** What poll triggers know: their cursor, the poll in progress, the last result, and the keys of the items that they have seen. */
export const polls: Migration = {
  name: '0032-polls',
  statements: ({ id, time, text }) => [
    `create table polls (
      trigger_id ${id} primary key references triggers (id) on delete cascade,
      account_id ${id} not null references accounts (id),
      cursor ${text} not null,
      is_primed integer not null,
      is_behind integer not null,
      claim ${id},
      claim_until ${time},
      polled_at ${time},
      found integer not null,
      failures integer not null,
      failed_at ${time},
      failing_since ${time},
      error_code ${text},
      error_message ${text},
      reported_at ${time},
      position ${time} not null
    )`,
    'create index polls_failing on polls (failing_since) where failing_since is not null',
    `create table poll_items (
      trigger_id ${id} not null references polls (trigger_id) on delete cascade,
      item ${text} not null,
      position ${time} not null,
      primary key (trigger_id, item)
    )`,
    'create index poll_items_by_position on poll_items (trigger_id, position)',
  ],
}
