import type { SelectQueryBuilder } from 'kysely'
import {
  type Definition,
  type DefinitionChanges,
  foldCase,
  type JsonObject,
  type Workflow,
} from '#domain/index.ts'
import type { Transaction, WorkflowFilter, WorkflowStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { countAll, containsText, pageOf } from './list-queries.ts'
import { lockRow } from '../lock-row.ts'
import type { Tables } from '../tables.ts'

export function workflowStore(database: Database): WorkflowStore {
  return {
    async insert(tx, workflow) {
      await queriesOf(tx)
        .insertInto('workflows')
        .values({
          id: workflow.id,
          account_id: workflow.accountId,
          created_at: workflow.createdAt,
          ...columnsOf(workflow),
        })
        .execute()
      await insertVersion(tx, workflow, 1)
    },
    async find(account, id, tx) {
      const queries = tx === undefined ? database.read : queriesOf(tx)
      // A separate statement: a join with a lock would look up the new version in the snapshot from before the lock.
      if (tx !== undefined) await lockRow(database, tx, 'workflows', id)
      const row = await queries
        .selectFrom('workflows')
        .innerJoin('workflow_versions as version', 'version.id', 'workflows.version_id')
        .selectAll('workflows')
        .select(['version.nodes', 'version.edges', 'version.variables'])
        .where('workflows.id', '=', id)
        .where('workflows.account_id', '=', account)
        .where('workflows.deleted_at', 'is', null)
        .executeTakeFirst()
      return row && toWorkflow(row)
    },
    async exists(account, id) {
      const row = await database.read
        .selectFrom('workflows')
        .select('id')
        .where('id', '=', id)
        .where('account_id', '=', account)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row !== undefined
    },
    async list(account, filter, page) {
      const matching = matchFilter(
        database.read
          .selectFrom('workflows')
          .where('account_id', '=', account)
          .where('deleted_at', 'is', null),
        filter,
      )
      const rows = await pageOf(matching, page)
        .select(['id', 'name', 'status', 'created_at', 'updated_at'])
        .orderBy('id', 'desc')
        .execute()
      const items = rows.map((row) => ({
        id: row.id,
        name: row.name,
        status: row.status,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      }))
      return { items, total: await countAll(matching) }
    },
    async update(tx, workflow, changes) {
      const previous = await queriesOf(tx)
        .selectFrom('workflows')
        .select('version_id')
        .where('id', '=', workflow.id)
        .where('account_id', '=', workflow.accountId)
        .executeTakeFirst()
      const { numUpdatedRows } = await queriesOf(tx)
        .updateTable('workflows')
        .set(columnsOf(workflow))
        .where('id', '=', workflow.id)
        .where('account_id', '=', workflow.accountId)
        .where('revision', '=', workflow.revision - 1)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      if (previous?.version_id === workflow.versionId) return true
      // The update has locked the row of the workflow, so no other transaction takes the same number.
      await insertVersion(tx, workflow, (await newestNumber(tx, workflow.id)) + 1, changes)
      return true
    },
    async delete(tx, account, id, at) {
      const { numUpdatedRows } = await queriesOf(tx)
        .updateTable('workflows')
        .set({ deleted_at: at })
        .where('id', '=', id)
        .where('account_id', '=', account)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async currentVersion(account, id) {
      const row = await database.read
        .selectFrom('workflows')
        .select('version_id')
        .where('id', '=', id)
        .where('account_id', '=', account)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row?.version_id
    },
    async findVersion(account, versionId) {
      const row = await database.read
        .selectFrom('workflow_versions')
        .selectAll()
        .where('id', '=', versionId)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row && { id: row.id, workflowId: row.workflow_id, ...toDefinition(row) }
    },
  }
}

async function newestNumber(tx: Transaction, workflowId: string): Promise<number> {
  const { newest } = await queriesOf(tx)
    .selectFrom('workflow_versions')
    .select((eb) => eb.fn.max('number').as('newest'))
    .where('workflow_id', '=', workflowId)
    .executeTakeFirstOrThrow()
  return newest
}

async function insertVersion(
  tx: Transaction,
  workflow: Workflow,
  number: number,
  changes?: DefinitionChanges,
): Promise<void> {
  await queriesOf(tx)
    .insertInto('workflow_versions')
    .values({
      id: workflow.versionId,
      account_id: workflow.accountId,
      workflow_id: workflow.id,
      number,
      created_at: workflow.updatedAt,
      node_count: workflow.nodes.length,
      edge_count: workflow.edges.length,
      changes: changes === undefined ? null : JSON.stringify(changes),
      nodes: JSON.stringify(workflow.nodes),
      edges: JSON.stringify(workflow.edges),
      variables: JSON.stringify(workflow.variables),
    })
    .execute()
}

function columnsOf(workflow: Workflow) {
  return {
    name: workflow.name,
    name_folded: foldCase(workflow.name),
    description: workflow.description,
    status: workflow.status,
    version_id: workflow.versionId,
    revision: workflow.revision,
    updated_at: workflow.updatedAt,
  }
}

function matchFilter<O>(query: SelectQueryBuilder<Tables, 'workflows', O>, filter: WorkflowFilter) {
  let matching = query
  if (filter.status !== undefined) matching = matching.where('status', '=', filter.status)
  if (filter.search !== undefined && filter.search !== '') {
    matching = matching.where(containsText('name_folded', foldCase(filter.search)))
  }
  return matching
}

type DefinitionRow = Pick<Tables['workflow_versions'], 'nodes' | 'edges' | 'variables'>

function toWorkflow(row: Tables['workflows'] & DefinitionRow): Workflow {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    description: row.description,
    status: row.status,
    versionId: row.version_id,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...toDefinition(row),
  }
}

function toDefinition(row: DefinitionRow): Definition {
  return {
    nodes: JSON.parse(row.nodes) as JsonObject[],
    edges: JSON.parse(row.edges) as JsonObject[],
    variables: JSON.parse(row.variables) as JsonObject,
  }
}
