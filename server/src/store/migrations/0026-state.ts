import type { Migration } from './migration.ts'

/** The scopes of keys with full access and of those that only read, as the migration before this one leaves them. */
const FULL_ACCESS =
  '["workflows:read","workflows:write","workflows:execute","executions:read","executions:write","forms:read","forms:write",' +
  '"forms:submit","files:read","files:write","credentials:read","credentials:write","integrations:read","integrations:write",' +
  '"webhooks:read","webhooks:write"]'
const READ_ONLY =
  '["workflows:read","executions:read","forms:read","files:read","credentials:read","integrations:read","webhooks:read"]'

/** What workflows remember: values by key, and the items that `only_new` nodes have passed on. */
export const state: Migration = {
  name: '0026-state',
  statements: ({ id, time, text }) => [
    `create table state_entries (
      account_id ${id} not null references accounts (id),
      scope ${text} not null,
      key ${text} not null,
      id ${id} not null,
      kind ${text} not null,
      value ${text} not null,
      revision integer not null,
      position ${time} not null,
      created_at ${time} not null,
      updated_at ${time} not null,
      expires_at ${time},
      primary key (account_id, scope, key)
    )`,
    'create index state_entries_by_account on state_entries (account_id, id)',
    'create unique index state_entries_by_id on state_entries (id)',
    'create index state_entries_expiring on state_entries (expires_at) where expires_at is not null',
    `create table state_items (
      account_id ${id} not null,
      scope ${text} not null,
      key ${text} not null,
      item ${text} not null,
      position ${time} not null,
      expires_at ${time},
      primary key (account_id, scope, key, item),
      foreign key (account_id, scope, key) references state_entries (account_id, scope, key) on delete cascade
    )`,
    'create index state_items_by_position on state_items (account_id, scope, key, position)',
    'create index state_items_expiring on state_items (expires_at) where expires_at is not null',
    // Full access includes what a release adds, and so does reading.
    `update api_keys set scopes = replace(scopes, '"credentials:read"', '"state:read","state:write","credentials:read"')
      where scopes = '${FULL_ACCESS}'`,
    `update api_keys set scopes = replace(scopes, '"credentials:read"', '"state:read","credentials:read"')
      where scopes = '${READ_ONLY}'`,
  ],
}
