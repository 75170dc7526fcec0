import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import {
  BACKUP_FORMAT,
  type BackupEnd,
  type BackupHeader,
  type BackupLine,
  type BackupTable,
  decodeRow,
} from './backup-format.ts'
import type { StoredValue } from '#ports/index.ts'

const BATCH_SIZE = 500
/** Rows with contents of files are long. */
const BATCH_BYTES = 4 * 1024 * 1024

export interface BackupRows {
  readonly table: BackupTable
  readonly rows: readonly (readonly StoredValue[])[]
}

/** A backup that cannot be used. The message says why. */
export class UnusableBackup extends Error {}

/** Reads the whole file and compares its checksum, before anything of it is used. Returns its header. */
export async function checkBackup(
  file: string,
  onRows: (done: number, total: number) => void,
): Promise<BackupHeader> {
  const hash = createHash('sha256')
  let header: BackupHeader | undefined
  let end: BackupEnd | undefined
  let rows = 0
  for await (const line of linesOf(file)) {
    if (end !== undefined) throw new UnusableBackup(`${file} is damaged: something follows its end.`)
    const parsed = parse(file, line)
    if (Array.isArray(parsed)) {
      rows += 1
      onRows(rows, header?.rows ?? rows)
    } else if ('kind' in parsed && parsed.kind === 'end') {
      end = parsed
      continue
    } else if ('kind' in parsed && parsed.kind === 'header') header = parsed
    if (header === undefined) break
    hash.update(line).update('\n')
  }
  if (header?.format !== BACKUP_FORMAT) {
    throw new UnusableBackup(`${file} is not a backup of the format ${BACKUP_FORMAT}.`)
  }
  if (end === undefined)
    throw new UnusableBackup(`${file} is incomplete: its end is missing. Use another backup.`)
  if (end.rows !== rows || end.sha256 !== hash.digest('hex')) {
    throw new UnusableBackup(`${file} is damaged: its checksum differs. Use another backup.`)
  }
  return header
}

/** The rows of a checked backup, in batches of one table. */
export async function* readRows(file: string): AsyncGenerator<BackupRows> {
  let table: BackupTable | undefined
  let batch: (readonly StoredValue[])[] = []
  let bytes = 0
  for await (const line of linesOf(file)) {
    const parsed = parse(file, line)
    if (Array.isArray(parsed)) batch.push(decodeRow(parsed))
    bytes += line.length
    const isOther = !Array.isArray(parsed)
    if (
      table !== undefined &&
      batch.length > 0 &&
      (isOther || batch.length === BATCH_SIZE || bytes > BATCH_BYTES)
    ) {
      yield { table, rows: batch }
      batch = []
      bytes = 0
    }
    if (isOther && 'kind' in parsed && parsed.kind === 'table') table = parsed
  }
}

function parse(file: string, line: Buffer): BackupLine {
  let parsed: unknown
  try {
    parsed = JSON.parse(line.toString())
  } catch {
    throw new UnusableBackup(`${file} is damaged: a line of it is not JSON. Use another backup.`)
  }
  const kind: unknown = (parsed as { kind?: unknown } | null)?.kind
  if (Array.isArray(parsed) || kind === 'header' || kind === 'table' || kind === 'end')
    return parsed as BackupLine
  throw new UnusableBackup(
    `${file} contains what this version does not know. Restore it with a newer version.`,
  )
}

/** The lines of the file, without their ends. Texts of rows contain no line break, because JSON escapes it. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.on('error', (error) => text.destroy(error))
  let parts: Buffer[] = []
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let from = 0
      for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
        parts.push(chunk.subarray(from, to))
        yield Buffer.concat(parts)
        parts = []
        from = to + 1
      }
      parts.push(chunk.subarray(from))
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new UnusableBackup(`The file ${file} does not exist.`)
    if (code?.startsWith('Z_') === true) {
      throw new UnusableBackup(`${file} is damaged or not a backup: it cannot be decompressed.`)
    }
    throw error
  } finally {
    source.destroy()
  }
}
