import type { Migration } from './migration.ts'

/** The scopes of keys with full access and of those that only read, as the migration of state leaves them. */
const FULL_ACCESS =
  '["workflows:read","workflows:write","workflows:execute","executions:read","executions:write","forms:read","forms:write",' +
  '"forms:submit","files:read","files:write","state:read","state:write","credentials:read","credentials:write",' +
  '"integrations:read","integrations:write","webhooks:read","webhooks:write"]'
const READ_ONLY =
  '["workflows:read","executions:read","forms:read","files:read","state:read","credentials:read","integrations:read",' +
  '"webhooks:read"]'

/** Values that all workflows of an account can read. */
export const variables: Migration = {
  name: '0027-variables',
  statements: ({ id, time, text }) => [
    `create table variables (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      name ${text} not null,
      name_folded ${text} not null,
      value ${text} not null,
      description ${text} not null,
      revision integer not null,
      created_at ${time} not null,
      updated_at ${time} not null
    )`,
    'create unique index variables_by_name on variables (account_id, name)',
    'create index variables_by_account on variables (account_id, id)',
    // Full access includes what a release adds, and so does reading.
    `update api_keys set scopes = replace(scopes, '"credentials:read"', '"variables:read","variables:write","credentials:read"')
      where scopes = '${FULL_ACCESS}'`,
    `update api_keys set scopes = replace(scopes, '"credentials:read"', '"variables:read","credentials:read"')
      where scopes = '${READ_ONLY}'`,
  ],
}
