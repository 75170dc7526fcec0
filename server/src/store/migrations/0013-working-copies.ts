import type { Migration } from './migration.ts'

/**
 * Adds working copies, tags and folders of workflows, and notes and authors of versions. The table of versions is recreated
 * because SQLite reads a row from its start: after the documents, the new columns would be as expensive to read as the
 * documents themselves.
 */
export const workingCopies: Migration = {
  name: '0013-working-copies',
  statements: ({ id, time, text }) => [
    `create table workflow_drafts (
      workflow_id ${id} primary key references workflows (id) on delete cascade,
      account_id ${id} not null references accounts (id),
      base_version_id ${id} not null,
      base_version_number integer not null,
      revision ${id} not null,
      updated_at ${time} not null,
      updated_by ${text},
      nodes ${text} not null,
      edges ${text} not null,
      variables ${text} not null
    )`,

    `alter table workflows add column tags ${text} not null default '[]'`,
    // Case-folded, for the filter: `,"one","two",`.
    `alter table workflows add column tags_folded ${text} not null default ''`,
    `alter table workflows add column folder ${text} not null default ''`,

    `create table workflow_versions_before as select * from workflow_versions`,
    `drop table workflow_versions`,
    `create table workflow_versions (
      id ${id} primary key,
      account_id ${id} not null references accounts (id),
      workflow_id ${id} not null references workflows (id),
      number integer not null,
      created_at ${time} not null,
      node_count integer not null,
      edge_count integer not null,
      is_autosave integer not null default 0,
      unlisted_at ${time},
      author ${text},
      note ${text},
      changes ${text},
      nodes ${text} not null,
      edges ${text} not null,
      variables ${text} not null
    )`,
    `insert into workflow_versions
      (id, account_id, workflow_id, number, created_at, node_count, edge_count, changes, nodes, edges, variables)
    select id, account_id, workflow_id, number, created_at, node_count, edge_count, changes, nodes, edges, variables
    from workflow_versions_before`,
    `drop table workflow_versions_before`,
    `create index workflow_versions_by_workflow on workflow_versions (workflow_id, id)`,
    // A version outside the history has the number of the one that replaced it.
    `create unique index workflow_versions_by_number on workflow_versions (workflow_id, number) where unlisted_at is null`,
    `create index workflow_versions_unlisted on workflow_versions (unlisted_at) where unlisted_at is not null`,
  ],
}
