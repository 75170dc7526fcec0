import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { DiskSpace, Transaction } from '#ports/index.ts'
import { asTransaction, type Database, type WriteOptions } from '../../database.ts'
import { DeliveryNotifier, UnownedNotifier } from '../../commit-notifiers.ts'
import type { Tables } from '../../tables.ts'
import { CacheEpoch } from './cache-epoch.ts'
import { giveBackSpace } from './give-back-space.ts'
import { GroupCommit } from './group-commit.ts'
import { BUSY_TIMEOUT_MS, LogCopier } from './log-copier.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'

/** One SQLite file: a connection that writes and one that reads, so that nobody sees what is not durable yet. */
export interface SqliteDatabase extends Database {
  readonly writer: DatabaseSync
  readonly reader: DatabaseSync
  readonly commits: GroupCommit
  readonly cacheEpoch: CacheEpoch
  close(): Promise<void>
}

export interface SqliteOptions {
  readonly disk: DiskSpace
  /** A commit of which nobody knows whether it is on the disk: the process must end. */
  onFatal(error: unknown): void
}

export function openSqlite(file: string, options: SqliteOptions): SqliteDatabase {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const writer = connect(file)
  writer.exec('pragma journal_mode = wal')
  writer.exec('pragma synchronous = full')
  const reader = connect(file)
  reader.exec('pragma query_only = on')

  const copier = new LogCopier(file, writer)
  const cacheEpoch = new CacheEpoch(writer)
  const commits = new GroupCommit(writer, { ...options, onChange: () => cacheEpoch.advance() })
  const writes = new Kysely<Tables>({ dialect: nodeSqliteDialect(writer) })
  const tx = asTransaction(writes)
  /** Of the write that runs right now; they run one after the other. */
  let callbacks: (() => void)[] = []

  async function write<T>(work: (tx: Transaction) => Promise<T>, options?: WriteOptions): Promise<T> {
    const done = await commits.submit(async () => {
      const own: (() => void)[] = []
      callbacks = own
      return { result: await work(tx), callbacks: own }
    }, options)
    for (const callback of done.callbacks) callback()
    return done.result
  }
  return {
    writer,
    reader,
    commits,
    cacheEpoch,
    read: new Kysely<Tables>({ dialect: nodeSqliteDialect(reader) }),
    // Writes run one after the other anyway.
    locksRows: false,
    write,
    afterCommit: (_tx, callback) => void callbacks.push(callback),
    deliveryNotifier: new DeliveryNotifier(),
    unownedNotifier: new UnownedNotifier(),
    giveBackSpace: () => giveBackSpace(writer, commits),
    async close() {
      await commits.drained()
      await copier.close()
      reader.close()
      // The last connection checkpoints the log into the file, so that a copy of the one file is whole.
      writer.close()
    },
  }
}

function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  database.exec('pragma trusted_schema = off')
  return database
}
