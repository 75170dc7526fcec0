import { foldCase, type ImportedApi, type ImportedOperation, type JsonValue } from '#domain/index.ts'
import type { ImportedApiStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { escapeLike } from './list-queries.ts'

/** Both databases take only so many values in one statement. */
const ROWS_PER_STATEMENT = 500

export function importedApiStore(database: Database): ImportedApiStore {
  return {
    async insert(tx, api, operations, parts) {
      const { integrationId, accountId } = api
      const queries = queriesOf(tx)
      const ids = { integration_id: integrationId, account_id: accountId }
      await queries
        .insertInto('imported_apis')
        .values({ ...ids, definition: JSON.stringify(api) })
        .execute()
      const rows = operations.map((operation, position) => ({
        ...ids,
        position,
        name: operation.name,
        search_folded: searchText(operation),
        definition: JSON.stringify(operation),
      }))
      for (const some of inPieces(rows))
        await queries.insertInto('imported_operations').values(some).execute()
      const partRows = [...parts].map(([pointer, part]) => ({
        ...ids,
        pointer,
        definition: JSON.stringify(part),
      }))
      for (const some of inPieces(partRows)) await queries.insertInto('imported_parts').values(some).execute()
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
    async listOperations(account, integrationId, { search, name, after, limit }) {
      let matching = database.read
        .selectFrom('imported_operations')
        .select(['position', 'definition'])
        .where('integration_id', '=', integrationId)
        .where('account_id', '=', account)
        .where('position', '>', after)
      if (name !== undefined) matching = matching.where('name', '=', name)
      if (search !== undefined && search !== '')
        matching = matching.where(escapeLike('search_folded', foldCase(search)))
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
      for (const some of inPieces(pointers)) {
        const rows = await database.read
          .selectFrom('imported_parts')
          .select(['pointer', 'definition'])
          .where('integration_id', '=', integrationId)
          .where('account_id', '=', account)
          .where('pointer', 'in', some)
          .execute()
        for (const { pointer, definition } of rows) found.set(pointer, JSON.parse(definition) as JsonValue)
      }
      return found
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

/** Without what PostgreSQL cannot hold outside of JSON. */
function searchText({ name, title, path, help }: ImportedOperation): string {
  return foldCase(`${name} ${title} ${path} ${help}`.toWellFormed().replaceAll('\u0000', ' '))
}

function inPieces<T>(rows: readonly T[]): readonly (readonly T[])[] {
  const pieces: (readonly T[])[] = []
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    pieces.push(rows.slice(start, start + ROWS_PER_STATEMENT))
  }
  return pieces
}
