import type { Migration } from './migration.ts'

/** Imported OpenAPI documents, split into rows (see the port `ImportedApiStore`). */
export const importedIntegrations: Migration = {
  name: '0007-imported-integrations',
  statements: ({ id, text }) => [
    `create table imported_apis (
      integration_id ${id} primary key references integrations (id),
      account_id ${id} not null references accounts (id),
      definition ${text} not null
    )`,
    `create table imported_operations (
      integration_id ${id} not null references imported_apis (integration_id),
      position integer not null,
      account_id ${id} not null references accounts (id),
      name ${text} not null,
      search_folded ${text} not null,
      definition ${text} not null,
      primary key (integration_id, position)
    )`,
    `create unique index imported_operations_by_name on imported_operations (integration_id, name)`,
    `create table imported_parts (
      integration_id ${id} not null references imported_apis (integration_id),
      pointer ${text} not null,
      account_id ${id} not null references accounts (id),
      definition ${text} not null,
      primary key (integration_id, pointer)
    )`,
  ],
}
