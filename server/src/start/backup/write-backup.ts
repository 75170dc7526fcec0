import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Snapshot } from '#ports/index.ts'
import {
  BACKUP_FORMAT,
  type BackupEnd,
  type BackupHeader,
  type BackupTable,
  encodeRow,
} from './backup-format.ts'

/** Fast, and within a tenth of the best. */
const GZIP_LEVEL = 3

export interface BackupOptions {
  readonly database: BackupHeader['database']
  readonly version: string
  readonly createdAt: string
  onRows(done: number, total: number): void
}

/** Writes a snapshot. The file gets its name when it is complete and on the disk; an earlier one is replaced then. */
export async function writeBackup(file: string, snapshot: Snapshot, options: BackupOptions): Promise<number> {
  const part = `${file}.part`
  const count = { rows: 0 }
  try {
    // Readable by the owner alone: it contains personal data and sealed secrets.
    const output = createWriteStream(part, { mode: 0o600 })
    await pipeline(
      Readable.from(linesOf(snapshot, options, count)),
      createGzip({ level: GZIP_LEVEL }),
      output,
    )
    await sync(part)
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return count.rows
}

async function* linesOf(
  snapshot: Snapshot,
  { database, version, createdAt, onRows }: BackupOptions,
  count: { rows: number },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const encode = (lines: readonly string[]) => {
    const bytes = Buffer.from(`${lines.join('\n')}\n`)
    hash.update(bytes)
    return bytes
  }
  const total = snapshot.tables.reduce((sum, { rowCount }) => sum + rowCount, 0)
  const header: BackupHeader = {
    kind: 'header',
    format: BACKUP_FORMAT,
    version,
    created_at: createdAt,
    database,
    migrations: snapshot.migrations,
    rows: total,
  }
  yield encode([JSON.stringify(header)])
  for (const { name, columns, rows } of snapshot.tables) {
    const table: BackupTable = { kind: 'table', name, columns }
    yield encode([JSON.stringify(table)])
    for await (const batch of rows()) {
      yield encode(batch.map(encodeRow))
      count.rows += batch.length
      onRows(count.rows, total)
    }
  }
  const end: BackupEnd = { kind: 'end', rows: count.rows, sha256: hash.copy().digest('hex') }
  yield encode([JSON.stringify(end)])
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
