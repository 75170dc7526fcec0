import type { Migration } from './migration.ts'

/**
 * Invitations, what is known about sessions and processes, and the audit log.
 *
 * 1. The entries of the audit log refer to nothing: they outlive the people, keys and resources that they name.
 * 2. Ids are ordered by time, so that the same indexes serve the filters, the order and the time range.
 */
export const peopleAndAudit: Migration = {
  name: '0016-people-and-audit',
  statements: ({ id, time, text }) => [
    `alter table sessions add column last_seen_at ${time} not null default 0`,
    `alter table sessions add column address ${text} not null default ''`,
    `alter table sessions add column user_agent ${text} not null default ''`,
    'update sessions set last_seen_at = created_at',
    `create table invitations (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      digest ${text} not null unique,
      role ${text} not null,
      note ${text} not null,
      created_by ${text} not null,
      created_at ${time} not null,
      expires_at ${time} not null
    )`,
    'create index invitations_by_account on invitations (account_id, id)',
    `create table audit_entries (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      actor_kind ${text} not null,
      actor_id ${text} not null,
      actor_name ${text} not null,
      action ${text} not null,
      resource_kind ${text} not null,
      resource_id ${text},
      resource_name ${text},
      address ${text},
      request_id ${text},
      details ${text} not null
    )`,
    'create index audit_entries_by_account on audit_entries (account_id, id)',
    'create index audit_entries_by_kind on audit_entries (account_id, resource_kind, id)',
    'create index audit_entries_by_actor on audit_entries (account_id, actor_id, id)',
    `create index audit_entries_by_resource on audit_entries (account_id, resource_id, id)
      where resource_id is not null`,
    `create table processes (
      id ${id} primary key,
      role ${text} not null,
      host ${text} not null,
      version ${text} not null,
      started_at ${time} not null
    )`,
  ],
}
