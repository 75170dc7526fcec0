import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

const MAX_CACHED_STATEMENTS = 500

/** Connects Kysely to one connection of node:sqlite. Transactions are the task of `GroupCommit`. */
export function nodeSqliteDialect(database: DatabaseSync, onError?: (error: unknown) => void): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(database, onError),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class NodeSqliteDriver implements Driver {
  readonly #connection: NodeSqliteConnection

  constructor(database: DatabaseSync, onError: ((error: unknown) => void) | undefined) {
    this.#connection = new NodeSqliteConnection(database, onError)
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}

  beginTransaction(): Promise<void> {
    return Promise.reject(new Error('Use Database.write for transactions.'))
  }
  commitTransaction(): Promise<void> {
    return this.beginTransaction()
  }
  rollbackTransaction(): Promise<void> {
    return this.beginTransaction()
  }
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #onError: ((error: unknown) => void) | undefined
  readonly #statements = new Map<string, { statement: StatementSync; columns: readonly string[] }>()

  constructor(database: DatabaseSync, onError: ((error: unknown) => void) | undefined) {
    this.#database = database
    this.#onError = onError
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return this.#execute<R>(query)
    } catch (error) {
      this.#onError?.(error)
      throw error
    }
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, columns } = this.#prepare(query.sql)
    const parameters = query.parameters as readonly SQLInputValue[]
    if (columns.length > 0) {
      const rows = statement.all(...parameters) as unknown as readonly SQLOutputValue[][]
      return { rows: rows.map((values) => toRow(columns, values)) as R[] }
    }
    const { changes } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  // oxlint-disable-next-line require-yield -- Kysely asks for a generator; streaming is not supported
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported.')
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    statement.setReturnArrays(true)
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) }
    // Lists with many filter combinations would otherwise grow the cache without bound.
    if (this.#statements.size >= MAX_CACHED_STATEMENTS) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

type Row = Record<string, SQLOutputValue | undefined>

/** The objects that node:sqlite makes of rows are slow to make, and slow to read: they have no hidden class. These take half the time. */
function toRow(columns: readonly string[], values: readonly SQLOutputValue[]): Row {
  const row: Row = {}
  for (const [index, column] of columns.entries()) row[column] = values[index]
  return row
}
