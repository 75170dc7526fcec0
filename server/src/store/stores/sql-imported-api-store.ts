import { setImmediate } from 'node:timers/promises'
import {
  foldCase,
  type ImportedApi,
  type ImportedOperation,
  type ImportedOperationText,
  type JsonValue,
} from '#domain/index.ts'
import type { ImportedApiStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { containsText } from '../list-queries.ts'

/** Far below the parameter limit of either database. */
const ROWS_PER_STATEMENT = 500
/**
 * A document can have tens of thousands of rows. After each statement the event loop has a turn, so that requests that only
 * read are answered meanwhile; other writes wait for the end of the transaction.
 */
const ROWS_PER_INSERT = 200

export function importedApiStore(database: Database): ImportedApiStore {
  return {
    async insert(tx, api, { operations, parts }) {
      const { integrationId, accountId } = api
      const queries = queriesOf(tx)
      const ids = { integration_id: integrationId, account_id: accountId }
      await queries
        .insertInto('imported_apis')
        .values({ ...ids, definition: JSON.stringify(api) })
        .execute()
      const rows = operations.map(({ name, searchText, definition }, position) => ({
        ...ids,
        position,
        name,
        search_folded: searchText,
        definition,
      }))
      await inChunks(rows, (chunk) => queries.insertInto('imported_operations').values(chunk).execute())
      const partRows = [...parts].map(([pointer, definition]) => ({ ...ids, pointer, definition }))
      await inChunks(partRows, (chunk) => queries.insertInto('imported_parts').values(chunk).execute())
    },
    async find(account, integrationId) {
      const row = await database.read
        .selectFrom('imported_apis')
        .select('definition')
        .where('integration_id', '=', integrationId)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row && (JSON.parse(row.definition) as ImportedApi)
    },
    async updateApi(tx, api) {
      await queriesOf(tx)
        .updateTable('imported_apis')
        .set({ definition: JSON.stringify(api) })
        .where('integration_id', '=', api.integrationId)
        .where('account_id', '=', api.accountId)
        .execute()
    },
    async listOperations(account, integrationId, { search, name, after, limit }) {
      let matching = database.read
        .selectFrom('imported_operations')
        .select(['position', 'definition'])
        .where('integration_id', '=', integrationId)
        .where('account_id', '=', account)
        .where('position', '>', after)
      if (name !== undefined) matching = matching.where('name', '=', name)
      if (search !== undefined && search !== '')
        matching = matching.where(containsText('search_folded', foldCase(search)))
      const rows = await matching.orderBy('position').limit(limit).execute()
      return rows.map(({ position, definition }) => ({
        position,
        operation: JSON.parse(definition) as ImportedOperation,
      }))
    },
    async findOperation(account, integrationId, name) {
      const row = await database.read
        .selectFrom('imported_operations')
        .select('definition')
        .where('integration_id', '=', integrationId)
        .where('name', '=', name)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row && (JSON.parse(row.definition) as ImportedOperation)
    },
    async findParts(account, integrationId, pointers) {
      const found = new Map<string, JsonValue>()
      for (const chunk of chunksOf(pointers)) {
        const rows = await database.read
          .selectFrom('imported_parts')
          .select(['pointer', 'definition'])
          .where('integration_id', '=', integrationId)
          .where('account_id', '=', account)
          .where('pointer', 'in', chunk)
          .execute()
        for (const { pointer, definition } of rows) found.set(pointer, JSON.parse(definition) as JsonValue)
      }
      return found
    },
    async readTexts(account, integrationId) {
      const operations: ImportedOperationText[] = []
      const operationPages = readPages(-1, (after) =>
        database.read
          .selectFrom('imported_operations')
          .select(['position as key', 'name', 'search_folded', 'definition'])
          .where('integration_id', '=', integrationId)
          .where('account_id', '=', account)
          .where('position', '>', after)
          .orderBy('position')
          .limit(ROWS_PER_STATEMENT)
          .execute(),
      )
      for await (const { name, search_folded: searchText, definition } of operationPages)
        operations.push({ name, searchText, definition })
      const parts = new Map<string, string>()
      const partPages = readPages('', (after) =>
        database.read
          .selectFrom('imported_parts')
          .select(['pointer as key', 'definition'])
          .where('integration_id', '=', integrationId)
          .where('account_id', '=', account)
          .where('pointer', '>', after)
          .orderBy('pointer')
          .limit(ROWS_PER_STATEMENT)
          .execute(),
      )
      for await (const { key, definition } of partPages) parts.set(key, definition)
      return { operations, parts }
    },
    async delete(tx, account, integrationId) {
      for (const table of ['imported_parts', 'imported_operations', 'imported_apis'] as const) {
        await queriesOf(tx)
          .deleteFrom(table)
          .where('integration_id', '=', integrationId)
          .where('account_id', '=', account)
          .execute()
      }
    },
  }
}

async function inChunks<T>(
  rows: readonly T[],
  insert: (chunk: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (const chunk of chunksOf(rows, ROWS_PER_INSERT)) {
    await insert(chunk)
    await setImmediate()
  }
}

/** All rows, a statement at a time and in the order of their keys. The event loop has a turn between two statements. */
async function* readPages<K, T extends { readonly key: K }>(
  first: K,
  readAfter: (key: K) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (let after = first; ;) {
    const rows = await readAfter(after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_PER_STATEMENT) return
    after = last.key
    await setImmediate()
  }
}

function chunksOf<T>(rows: readonly T[], size = ROWS_PER_STATEMENT): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = []
  for (let start = 0; start < rows.length; start += size) chunks.push(rows.slice(start, start + size))
  return chunks
}
