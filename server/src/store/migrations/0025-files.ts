import type { Migration } from './migration.ts'

/** The scopes of keys with full access and of those that only read, as earlier versions stored them. */
const FULL_ACCESS =
  '["workflows:read","workflows:write","workflows:execute","executions:read","executions:write","forms:read","forms:write",' +
  '"forms:submit","credentials:read","credentials:write","integrations:read","integrations:write","webhooks:read","webhooks:write"]'
const READ_ONLY =
  '["workflows:read","executions:read","forms:read","credentials:read","integrations:read","webhooks:read"]'

/**
 * Files, their contents, and what refers to them. Contents are in the file store; PostgreSQL can be that store, and then has
 * them in rows of `file_chunks`.
 *
 * `file_removals` has the contents that are written right now and those that are no longer needed: what is due there is removed
 * from the file store.
 */
export const files: Migration = {
  name: '0025-files',
  statements: ({ id, time, text, bytes }) => [
    `create table file_contents (
      id ${id} primary key,
      sha256 ${text} not null unique,
      size ${time} not null
    )`,
    `create table files (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      content_id ${id} not null references file_contents (id),
      name ${text} not null,
      media_type ${text} not null,
      size ${time} not null,
      sha256 ${text} not null,
      created_at ${time} not null,
      is_referenced integer not null
    )`,
    'create index files_by_content on files (content_id)',
    'create index files_unreferenced on files (created_at) where is_referenced = 0',
    `create table file_references (
      holder_id ${id} not null,
      file_id ${id} not null references files (id) on delete cascade,
      holder ${text} not null,
      primary key (holder_id, file_id)
    )`,
    'create index file_references_by_file on file_references (file_id)',
    `create table file_usage (
      account_id ${id} primary key references accounts (id),
      files ${time} not null,
      bytes ${time} not null
    )`,
    `create table file_removals (
      content_id ${id} primary key,
      due_at ${time} not null,
      is_begun integer not null
    )`,
    'create index file_removals_due on file_removals (due_at)',
    `create table file_chunks (
      content_id ${id} not null,
      position integer not null,
      data ${bytes} not null,
      primary key (content_id, position)
    )`,
    // What could be done without files by such a key can be done with them.
    `update api_keys set scopes = replace(scopes, '"credentials:read"', '"files:read","files:write","credentials:read"')
      where scopes = '${FULL_ACCESS}'`,
    `update api_keys set scopes = replace(scopes, '"credentials:read"', '"files:read","credentials:read"')
      where scopes = '${READ_ONLY}'`,
  ],
}
