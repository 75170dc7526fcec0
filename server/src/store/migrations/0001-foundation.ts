import type { Migration } from './migration.ts'

export const foundation: Migration = {
  name: '0001-foundation',
  statements: ({ id, time, text }) => [
    `create table accounts (
      id ${id} primary key,
      name ${text} not null,
      plan ${text} not null,
      access_version ${time} not null,
      created_at ${time} not null
    )`,
    `create table users (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      email ${text} not null,
      email_folded ${text} not null unique,
      name ${text} not null,
      role ${text} not null,
      password_hash ${text} not null,
      created_at ${time} not null
    )`,
    `create table sessions (
      digest ${text} primary key,
      account_id ${id} not null references accounts (id),
      user_id ${id} not null references users (id) on delete cascade,
      created_at ${time} not null,
      expires_at ${time} not null
    )`,
    `create index sessions_by_user on sessions (user_id)`,
    `create table setup_links (digest ${text} primary key, created_at ${time} not null)`,
    `create table vault_canary (id integer primary key check (id = 1), sealed ${text} not null)`,
    `create table api_keys (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      name ${text} not null,
      digest ${text} not null unique,
      prefix ${text} not null,
      scopes ${text} not null,
      created_at ${time} not null,
      expires_at ${time},
      last_used_at ${time},
      revoked_at ${time}
    )`,
    `create index api_keys_by_account on api_keys (account_id, id)`,
    `create table rate_counters (
      account_id ${id} primary key references accounts (id),
      minute_start ${time} not null,
      minute_count ${time} not null,
      day_start ${time} not null,
      day_count ${time} not null
    )`,
    `create table idempotency_answers (
      account_id ${id} not null references accounts (id),
      key ${text} not null,
      created_at ${time} not null,
      request ${text} not null,
      status integer not null,
      headers ${text} not null,
      body ${text} not null,
      primary key (account_id, key)
    )`,
    `create index idempotency_answers_by_age on idempotency_answers (created_at)`,
    `create table workflows (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      name ${text} not null,
      name_folded ${text} not null,
      description ${text} not null,
      status ${text} not null,
      version_id ${id} not null,
      revision ${time} not null,
      created_at ${time} not null,
      updated_at ${time} not null,
      deleted_at ${time}
    )`,
    `create index workflows_by_account on workflows (account_id, id) where deleted_at is null`,
    `create table workflow_versions (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      workflow_id ${id} not null references workflows (id),
      created_at ${time} not null,
      nodes ${text} not null,
      edges ${text} not null,
      variables ${text} not null
    )`,
    `create index workflow_versions_by_workflow on workflow_versions (workflow_id, id)`,
    `create table executions (
      id ${id} primary key,
      account_id ${id} not null,
      workflow_id ${id} not null,
      version_id ${id} not null,
      status ${text} not null,
      started_at ${time} not null,
      completed_at ${time},
      owner ${text} not null,
      sequence integer not null,
      input ${text} not null,
      output ${text},
      error ${text}
    )`,
    // Together they serve the list of a workflow's executions, with or without a status. Ids contain the time, so they give
    // the order. There are two indexes because otherwise each ending run would move within one large index. The index of
    // open executions stays small and also serves recovery.
    `create index executions_open on executions (workflow_id, status, id) where completed_at is null`,
    `create index executions_ended on executions (workflow_id, status, id) where completed_at is not null`,
    `create table execution_journal (
      execution_id ${id} not null,
      sequence integer not null,
      steps ${text} not null,
      logs ${text} not null,
      primary key (execution_id, sequence)
    )`,
    `create table runners (owner ${text} primary key, seen_at ${time} not null)`,
    `create table forms (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      name ${text} not null,
      fields ${text} not null,
      created_at ${time} not null,
      updated_at ${time} not null
    )`,
    `create index forms_by_account on forms (account_id, id)`,
    `create table submissions (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      form_id ${id} not null references forms (id) on delete cascade,
      data ${text} not null,
      created_at ${time} not null
    )`,
    `create index submissions_by_form on submissions (form_id, id)`,
    `create table credentials (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      name ${text} not null,
      type ${text} not null,
      allowed_hosts ${text},
      sealed_value ${text} not null,
      created_at ${time} not null,
      last_used_at ${time}
    )`,
    `create index credentials_by_account on credentials (account_id, id)`,
    `create table integrations (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      type ${text} not null,
      name ${text} not null,
      status ${text} not null,
      credential_id ${id} references credentials (id),
      created_at ${time} not null,
      last_tested_at ${time}
    )`,
    `create index integrations_by_account on integrations (account_id, id)`,
    `create index integrations_by_credential on integrations (credential_id)`,
    `create table webhooks (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      url ${text} not null,
      events ${text} not null,
      sealed_secret ${text} not null,
      status ${text} not null,
      created_at ${time} not null
    )`,
    `create index webhooks_by_account on webhooks (account_id, id)`,
  ],
}
