import type { AccountId, DefinitionChanges, JsonObject, VersionSummary } from '#domain/index.ts'
import type { VersionStore } from '#ports/index.ts'
import { type Database, type Queries, queriesOf } from '../database.ts'
import { pruneVersions } from './prune-versions.ts'
import type { Tables } from '../tables.ts'

export function versionStore(database: Database): VersionStore {
  return {
    async list(account, workflowId, cursor) {
      let matching = selectSummaries(database.read, account, workflowId)
      if (cursor.before !== undefined) matching = matching.where('version.id', '<', cursor.before)
      const rows = await matching.orderBy('version.id', 'desc').limit(cursor.limit).execute()
      return rows.map(toSummary)
    },
    async find(account, workflowId, versionId, tx) {
      const queries = tx === undefined ? database.read : queriesOf(tx)
      const row = await selectSummaries(queries, account, workflowId)
        .select(['version.nodes', 'version.edges', 'version.variables'])
        .where('version.id', '=', versionId)
        .executeTakeFirst()
      return (
        row && {
          ...toSummary(row),
          nodes: JSON.parse(row.nodes) as JsonObject[],
          edges: JSON.parse(row.edges) as JsonObject[],
          variables: JSON.parse(row.variables) as JsonObject,
        }
      )
    },
    prune: (retention, progress) => pruneVersions(database, retention, progress),
  }
}

function selectSummaries(queries: Queries, account: AccountId, workflowId: string) {
  return queries
    .selectFrom('workflow_versions as version')
    .innerJoin('workflows', 'workflows.id', 'version.workflow_id')
    .select([
      'version.id',
      'version.number',
      'version.created_at',
      'version.node_count',
      'version.edge_count',
      'version.changes',
      'workflows.version_id',
    ])
    .where('version.workflow_id', '=', workflowId)
    .where('workflows.account_id', '=', account)
    .where('workflows.deleted_at', 'is', null)
}

type SummaryRow = Omit<
  Tables['workflow_versions'],
  'account_id' | 'workflow_id' | 'nodes' | 'edges' | 'variables'
> & { version_id: string }

function toSummary(row: SummaryRow): VersionSummary {
  return {
    id: row.id,
    number: row.number,
    createdAt: row.created_at,
    isCurrent: row.id === row.version_id,
    nodeCount: row.node_count,
    edgeCount: row.edge_count,
    changes: row.changes === null ? null : (JSON.parse(row.changes) as DefinitionChanges),
  }
}
