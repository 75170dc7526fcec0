import type { Migration } from './migration.ts'

/**
 * Adds version numbers and the columns that lists show. The table is recreated because SQLite reads a row from its start:
 * after the documents, the new columns would be as expensive to read as the documents themselves.
 */
export const workflowVersions: Migration = {
  name: '0003-workflow-versions',
  statements: ({ id, time, text, asJson }) => [
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
      changes ${text},
      nodes ${text} not null,
      edges ${text} not null,
      variables ${text} not null
    )`,
    // The changes of existing versions are unknown and stay null.
    `insert into workflow_versions
      (id, account_id, workflow_id, number, created_at, node_count, edge_count, nodes, edges, variables)
    select id, account_id, workflow_id, row_number() over (partition by workflow_id order by id), created_at,
      json_array_length(${asJson('nodes')}), json_array_length(${asJson('edges')}), nodes, edges, variables
    from workflow_versions_before`,
    `drop table workflow_versions_before`,
    `create index workflow_versions_by_workflow on workflow_versions (workflow_id, id)`,
    `create unique index workflow_versions_by_number on workflow_versions (workflow_id, number)`,
  ],
}
