import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { DiskSpace, Transaction } from '#ports/index.ts'
import {
  asTransaction,
  type Database,
  type FrequentRead,
  type RunUrl,
  type WriteOptions,
} from '../../database.ts'
import { DeliveryNotifier, UnownedNotifier } from '../../commit-notifiers.ts'
import type { Tables } from '../../tables.ts'
import { BackgroundCheck } from './background-check.ts'
import { CacheEpoch, EpochCache } from './cache-epoch.ts'
import { GroupCommit } from './group-commit.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import { releaseSpace } from './release-space.ts'
import { BUSY_TIMEOUT_MS, WalCheckpointer } from './wal-checkpointer.ts'

/** A SQLite file with one write connection and one read connection, so that readers see only durable data. */
export interface SqliteDatabase extends Database {
  readonly writer: DatabaseSync
  readonly reader: DatabaseSync
  readonly commits: GroupCommit
  readonly cacheEpoch: CacheEpoch
  readonly backgroundCheck: BackgroundCheck
  close(): Promise<void>
}

export interface SqliteOptions {
  readonly disk: DiskSpace
  /** Called once, when a statement finds that the file is damaged. Writes are refused from then on. */
  onDamage?(error: unknown): void
  /** See `Database.runUrl`; by default, no address is known. */
  readonly runUrl?: RunUrl
  /** Called when it is unknown whether a commit reached the disk. The process must end. */
  onFatal(error: unknown): void
}

export function openSqlite(file: string, options: SqliteOptions): SqliteDatabase {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const writer = connect(file)
  writer.exec('pragma journal_mode = wal')
  writer.exec('pragma synchronous = full')
  const reader = connect(file)
  reader.exec('pragma query_only = on')

  const checkpointer = new WalCheckpointer(file, writer)
  const cacheEpoch = new CacheEpoch(writer)
  const commits = new GroupCommit(writer, { ...options, onChange: () => cacheEpoch.advance() })
  const backgroundCheck = new BackgroundCheck(file, (error) => commits.noticeDamage(error))
  const writes = new Kysely<Tables>({ dialect: nodeSqliteDialect(writer) })
  const tx = asTransaction(writes)
  const read = new Kysely<Tables>({
    dialect: nodeSqliteDialect(reader, (error) => commits.noticeDamage(error)),
  })
  /** Callbacks of the current write. Writes run one after the other. */
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

  function frequentRead<V extends object>(find: FrequentRead<V>): (key: string) => Promise<V | undefined> {
    const found = new EpochCache<V>(cacheEpoch)
    return async (key) => {
      const known = found.get(key)
      if (known !== undefined) return known
      const { epoch } = found
      const value = await find(read, key)
      if (value !== undefined) found.set(key, value, epoch)
      return value
    }
  }

  return {
    writer,
    reader,
    commits,
    cacheEpoch,
    backgroundCheck,
    read,
    frequentRead,
    // Writes run one after the other, so rows need no locks.
    locksRows: false,
    hasLateral: false,
    textRows: (texts) =>
      sql`(select value as item, key + 1 as place from json_each(${JSON.stringify(texts)})) as listed`,
    write,
    afterCommit: (_tx, callback) => void callbacks.push(callback),
    deliveryNotifier: new DeliveryNotifier(),
    unownedNotifier: new UnownedNotifier(),
    runUrl: options.runUrl ?? (() => null),
    releaseSpace: () => releaseSpace(writer, commits),
    async close() {
      await commits.drained()
      await backgroundCheck.close()
      await checkpointer.close()
      reader.close()
      // Closing the last connection checkpoints the WAL, so that a copy of the one file is complete.
      writer.close()
    },
  }
}

function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  database.exec('pragma trusted_schema = off')
  return database
}
