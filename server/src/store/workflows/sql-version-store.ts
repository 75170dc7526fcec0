import type { AccountId, DefinitionChanges, VersionSummary } from '#domain/index.ts'
import type { VersionStore } from '#ports/index.ts'
import { type Database, type Queries, queriesOf } from '../database.ts'
import { definitionFromText } from './definition-text.ts'
import { deleteUnlistedVersions } from './delete-unlisted-versions.ts'
import { pruneVersions } from './prune-versions.ts'
import { saveTestVersion } from './save-test-version.ts'
import { shownNumber } from '../live-runs.ts'
import type { Tables } from '../tables.ts'
import { findUsedVersions } from './used-versions.ts'

export function versionStore(database: Database): VersionStore {
  return {
    async list(account, workflowId, cursor) {
      let matching = selectSummaries(database.read, account, workflowId).where(
        'version.unlisted_at',
        'is',
        null,
      )
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
      if (row === undefined) return undefined
      return { ...toSummary(row), ...definitionFromText(row) }
    },
    async labels(account, versionIds, tx) {
      if (versionIds.length === 0) return new Map()
      const rows = await (tx === undefined ? database.read : queriesOf(tx))
        .selectFrom('workflow_versions')
        .select(['id', 'number', 'author'])
        .where('id', 'in', versionIds)
        .where('account_id', '=', account)
        .execute()
      return new Map(rows.map(({ id, number, author }) => [id, { number: shownNumber(number), author }]))
    },
    async findReplaceable(tx, account, workflowId) {
      const current = await queriesOf(tx)
        .selectFrom('workflows')
        .innerJoin('workflow_versions as version', 'version.id', 'workflows.version_id')
        .select(['version.id', 'version.is_autosave', 'version.node_count', 'version.edge_count'])
        .select(['version.changes', 'workflows.created_at'])
        .where('workflows.id', '=', workflowId)
        .where('workflows.account_id', '=', account)
        .executeTakeFirst()
      if (current === undefined || current.is_autosave === 0) return undefined
      const used = await findUsedVersions(queriesOf(tx), workflowId, [current.id])
      if (used.has(current.id)) return undefined
      const base = await queriesOf(tx)
        .selectFrom('workflow_versions')
        .select(['created_at', 'nodes', 'edges', 'variables'])
        .where('workflow_id', '=', workflowId)
        .where('id', '<', current.id)
        .where('unlisted_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (base !== undefined) return { base: { createdAt: base.created_at, ...definitionFromText(base) } }
      // A workflow that begins empty has nothing to go back to. Its first autosave replaced that.
      const beganEmpty = current.changes !== null || current.node_count + current.edge_count === 0
      const empty = { createdAt: current.created_at, nodes: [], edges: [], variables: {} }
      return { base: beganEmpty ? empty : null }
    },
    async keep(tx, account, versionId, note) {
      await queriesOf(tx)
        .updateTable('workflow_versions')
        .set({ is_autosave: 0, ...(note !== undefined && { note }) })
        .where('id', '=', versionId)
        .where('account_id', '=', account)
        .execute()
    },
    saveTest: (tx, version) => saveTestVersion(tx, version),
    deleteUnlisted: (range) => deleteUnlistedVersions(database, range),
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
      'version.note',
      'version.author',
      'workflows.version_id',
    ])
    .where('version.workflow_id', '=', workflowId)
    .where('workflows.account_id', '=', account)
    .where('workflows.deleted_at', 'is', null)
}

type SummaryRow = Omit<
  Tables['workflow_versions'],
  | 'account_id'
  | 'workflow_id'
  | 'is_autosave'
  | 'unlisted_at'
  | 'until_node_id'
  | 'nodes'
  | 'edges'
  | 'variables'
> & { version_id: string }

function toSummary(row: SummaryRow): VersionSummary {
  return {
    id: row.id,
    number: shownNumber(row.number),
    createdAt: row.created_at,
    isCurrent: row.id === row.version_id,
    nodeCount: row.node_count,
    edgeCount: row.edge_count,
    changes: row.changes === null ? null : (JSON.parse(row.changes) as DefinitionChanges),
    note: row.note,
    author: row.author,
  }
}
