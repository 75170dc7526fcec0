import type { Migration } from './migration.ts'

export const deliveries: Migration = {
  name: '0005-deliveries',
  statements: ({ id, time, text }) => [
    `alter table webhooks add column earlier_sealed_secret ${text}`,
    `alter table webhooks add column earlier_secret_until ${time}`,
    `alter table webhooks add column failures integer not null default 0`,
    `alter table webhooks add column failing_since ${time}`,
    `alter table webhooks add column rest_until ${time}`,
    `create table events (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      kind ${text} not null,
      created_at ${time} not null,
      body ${text} not null
    )`,
    // The event comes first in the key: inserts append at the end, and pruning deletes from the start.
    `create table deliveries (
      event_id ${id} not null,
      webhook_id ${id} not null,
      account_id ${id} not null,
      status ${text} not null,
      due_at ${time},
      claimed_by ${text},
      tries integer not null,
      attempts integer not null,
      created_at ${time} not null,
      completed_at ${time},
      response_status integer,
      error ${text},
      primary key (event_id, webhook_id)
    )`,
    `create index deliveries_by_webhook on deliveries (webhook_id, status, event_id)`,
    // Contains only pending deliveries, so it stays small. For each endpoint it gives the time of the first due delivery.
    `create index deliveries_due on deliveries (webhook_id, due_at) where due_at is not null`,
    `create table delivery_attempts (
      event_id ${id} not null,
      webhook_id ${id} not null,
      number integer not null,
      account_id ${id} not null,
      attempted_at ${time} not null,
      duration_ms ${time} not null,
      response_status integer,
      error ${text},
      request ${text} not null,
      response ${text},
      primary key (event_id, webhook_id, number)
    )`,
  ],
}
