import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
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
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface BackupOptions {
  readonly database: BackupHeader['database']
  readonly version: string
  readonly createdAt: string
  onRows(done: number, total: number): void
  /** Asked when everything was read: describes what could not be. */
  findMissing(): Promise<readonly string[]>
}

export interface WrittenBackup {
  /** The given name, unless something is missing. */
  readonly file: string
  readonly rows: number
  /** Descriptions of what could not be read. */
  readonly missing: readonly string[]
}

/** A place where no backup can be written. The message says why. */
export class UnusableTarget extends Error {}

/** The file to write for a given name: that to which a link leads. A device, a pipe or a folder is refused, never replaced. */
export async function resolveTarget(file: string): Promise<string> {
  const folder = await stat(dirname(file)).catch(absent)
  if (folder?.isDirectory() !== true) throw new UnusableTarget(`The folder ${dirname(file)} does not exist.`)
  if ((await lstat(file).catch(absent)) === undefined) return file
  const found = await stat(file).catch(absent)
  if (found === undefined) throw new UnusableTarget(`${file} is a link to a file that does not exist.`)
  if (!found.isFile()) {
    throw new UnusableTarget(`${file} is not a regular file. A backup replaces no folder, device or pipe.`)
  }
  return realpath(file)
}

/**
 * Writes a snapshot. The file gets its name when it is complete and on the disk; an earlier one is replaced then. If something
 * is missing, `.incomplete` is added to the name: the earlier file may have it.
 */
export async function writeBackup(
  file: string,
  snapshot: Snapshot,
  options: BackupOptions,
): Promise<WrittenBackup> {
  // A name of its own, so that two backups to the same file do not write into each other.
  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  const count = { rows: 0 }
  const interruption = new AbortController()
  const interrupt = () => interruption.abort(new Error('The backup was interrupted. Nothing was written.'))
  for (const signal of SIGNALS) process.once(signal, interrupt)
  try {
    // Readable by the owner alone: it contains personal data and sealed secrets.
    const output = createWriteStream(part, { mode: 0o600, flags: 'wx' })
    await pipeline(
      Readable.from(linesOf(snapshot, options, count)),
      createGzip({ level: GZIP_LEVEL }),
      output,
      { signal: interruption.signal },
    )
    await sync(part)
    const missing = await options.findMissing()
    const name = missing.length === 0 ? file : `${file}.incomplete`
    interruption.signal.throwIfAborted()
    await rename(part, name)
    return { file: name, rows: count.rows, missing }
  } catch (error) {
    await rm(part, { force: true })
    throw interruption.signal.aborted ? interruption.signal.reason : error
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
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

function absent(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
}
