import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import { foldCase, withoutPins, type Workflow } from '#domain/index.ts'
import type {
  Transaction,
  VersionDetails,
  WorkflowFilter,
  WorkflowSort,
  WorkflowStore,
} from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { nodeIdFromText } from '../executions/insert-execution.ts'
import { NO_NUMBER, TEST_NUMBER } from '../live-runs.ts'
import { definitionFromText, type DefinitionText, definitionToText } from './definition-text.ts'
import { countAll, containsText, pageOf } from '../list-queries.ts'
import { saveTestVersion } from './save-test-version.ts'
import { readRecentRuns } from './recent-runs.ts'
import { lockRow } from '../lock-row.ts'
import { deleteStateOf } from '../state/delete-state.ts'
import type { Tables } from '../tables.ts'

export function workflowStore(database: Database): WorkflowStore {
  return {
    async insert(tx, workflow, details) {
      await queriesOf(tx)
        .insertInto('workflows')
        .values({
          id: workflow.id,
          account_id: workflow.accountId,
          created_at: workflow.createdAt,
          ...columnsOf(workflow),
        })
        .execute()
      await insertVersion(tx, workflow, 1, details)
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
    async list(account, filter, page, sort = 'created') {
      const matching = matchFilter(
        database.read
          .selectFrom('workflows')
          .where('account_id', '=', account)
          .where('deleted_at', 'is', null),
        filter,
      )
      const rows = await sorted(pageOf(matching, page), sort)
        .select(['id', 'name', 'status', 'version_id', 'created_at', 'updated_at', 'tags', 'folder'])
        .execute()
      const items = rows.map((row) => ({
        id: row.id,
        name: row.name,
        status: row.status,
        versionId: row.version_id,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        tags: tagsFromText(row.tags),
        folder: row.folder,
      }))
      return { items, total: await countAll(matching) }
    },
    async labels(account) {
      const rows = await database.read
        .selectFrom('workflows')
        .select(({ fn }) => ['tags', 'folder', fn.countAll<number>().as('workflows')])
        .where('account_id', '=', account)
        .where('deleted_at', 'is', null)
        .where(({ eb, or }) => or([eb('tags', '!=', '[]'), eb('folder', '!=', '')]))
        .groupBy(['tags', 'folder'])
        .execute()
      return rows.map(({ tags, folder, workflows }) => ({
        tags: tagsFromText(tags),
        folder,
        workflows: workflows,
      }))
    },
    async update(tx, workflow, details = {}) {
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
      const number =
        previous !== undefined && details.succession != null
          ? await takeNumber(tx, previous.version_id, details.succession, workflow.updatedAt)
          : (await newestNumber(tx, workflow.id)) + 1
      await insertVersion(tx, workflow, number, details)
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
      if (numUpdatedRows > 0n) await deleteStateOf(database, tx, account, id)
      return numUpdatedRows > 0n
    },
    recentRuns: (account, workflowIds, limit) => readRecentRuns(database, account, workflowIds, limit),
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
    async testVersion(account, id, { id: versionId, at }) {
      return database.write(async (tx) => {
        const row = await queriesOf(tx)
          .selectFrom('workflows')
          .innerJoin('workflow_versions as version', 'version.id', 'workflows.version_id')
          .select(['version.nodes', 'version.edges', 'version.variables'])
          .where('workflows.id', '=', id)
          .where('workflows.account_id', '=', account)
          .where('workflows.deleted_at', 'is', null)
          .executeTakeFirst()
        if (row === undefined) return undefined
        const definition = withoutPins(definitionFromText(row))
        return saveTestVersion(tx, {
          id: versionId,
          accountId: account,
          workflowId: id,
          at,
          until: null,
          ...definition,
        })
      })
    },
    async findVersion(account, versionId) {
      const row = await database.read
        .selectFrom('workflow_versions')
        .selectAll()
        .where('id', '=', versionId)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return (
        row && {
          id: row.id,
          workflowId: row.workflow_id,
          ...definitionFromText(row),
          ...(row.number === TEST_NUMBER && { test: { until: nodeIdFromText(row.until_node_id) } }),
        }
      )
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

/** Returns the number of a version for the next one. A replaced version leaves the history; its row keeps the number. */
async function takeNumber(
  tx: Transaction,
  versionId: string,
  succession: 'replaces' | 'follows',
  at: number,
): Promise<number> {
  const { number } = await queriesOf(tx)
    .selectFrom('workflow_versions')
    .select('number')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  await queriesOf(tx)
    .updateTable('workflow_versions')
    .set(succession === 'replaces' ? { unlisted_at: at } : { number: NO_NUMBER })
    .where('id', '=', versionId)
    .execute()
  return number
}

async function insertVersion(
  tx: Transaction,
  workflow: Workflow,
  number: number,
  details: Partial<VersionDetails> = {},
): Promise<void> {
  const { author = null, note = null, changes = null, isAutosave = false } = details
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
      is_autosave: isAutosave ? 1 : 0,
      author,
      note,
      changes: changes && JSON.stringify(changes),
      ...definitionToText(workflow),
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
    tags: JSON.stringify(workflow.tags),
    tags_folded: workflow.tags.length === 0 ? '' : `,${workflow.tags.map(foldTag).join(',')},`,
    folder: workflow.folder,
  }
}

/** A quote inside a JSON text follows a backslash, so `,"tag",` occurs only where the list has this tag. */
function foldTag(tag: string): string {
  return JSON.stringify(foldCase(tag))
}

function tagsFromText(text: string): string[] {
  return JSON.parse(text) as string[]
}

function sorted<O>(query: SelectQueryBuilder<Tables, 'workflows', O>, sort: WorkflowSort) {
  if (sort === 'name') return query.orderBy('name_folded').orderBy('id')
  return sort === 'updated'
    ? query.orderBy(lastChange, 'desc').orderBy('id', 'desc')
    : query.orderBy('id', 'desc')
}

/** When the workflow or its working copy was changed last. */
function lastChange({ fn, selectFrom }: ExpressionBuilder<Tables, 'workflows'>) {
  const laterEdit = selectFrom('workflow_drafts as draft')
    .select('draft.updated_at')
    .whereRef('draft.workflow_id', '=', 'workflows.id')
    .whereRef('draft.updated_at', '>', 'workflows.updated_at')
  return fn.coalesce(laterEdit, 'workflows.updated_at')
}

function matchFilter<O>(query: SelectQueryBuilder<Tables, 'workflows', O>, filter: WorkflowFilter) {
  let matching = query
  if (filter.status !== undefined) matching = matching.where('status', '=', filter.status)
  if (filter.search !== undefined && filter.search !== '') {
    matching = matching.where(containsText('name_folded', foldCase(filter.search)))
  }
  if (filter.tag !== undefined) {
    matching = matching.where(containsText('tags_folded', `,${foldTag(filter.tag)},`))
  }
  if (filter.folder !== undefined && filter.folder !== '') {
    const { folder } = filter
    // '0' is the character after '/': everything between starts with the path of the folder and a slash.
    matching = matching.where(({ eb, or, and }) =>
      or([
        eb('folder', '=', folder),
        and([eb('folder', '>', `${folder}/`), eb('folder', '<', `${folder}0`)]),
      ]),
    )
  }
  return matching
}

function toWorkflow(row: Tables['workflows'] & DefinitionText): Workflow {
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
    tags: tagsFromText(row.tags),
    folder: row.folder,
    ...definitionFromText(row),
  }
}
