import type { StoredValue } from '#ports/index.ts'

/**
 * A backup is a compressed text with one JSON value per line, the same for both databases:
 *
 * 1. a header;
 * 2. for each table a line with its name and columns, then its rows as lists of values. A table comes after those that its rows
 *    refer to;
 * 3. an end with the number of rows and the SHA-256 of all lines before it. A file without an end is incomplete.
 *
 * Contents of files are rows, too (`file-contents.ts`). A line of another kind is one of a newer version.
 */
export const BACKUP_FORMAT = 'millrace-backup-1'

export interface BackupHeader {
  readonly kind: 'header'
  readonly format: string
  readonly version: string
  readonly created_at: string
  readonly database: 'sqlite' | 'postgresql'
  readonly migrations: readonly string[]
  /** For progress. */
  readonly rows: number
}

export interface BackupTable {
  readonly kind: 'table'
  readonly name: string
  readonly columns: readonly string[]
}

export interface BackupEnd {
  readonly kind: 'end'
  readonly rows: number
  readonly sha256: string
}

export type BackupLine = BackupHeader | BackupTable | BackupEnd | readonly StoredValue[]

const BYTES = '$bytes'

export function encodeRow(row: readonly StoredValue[]): string {
  return JSON.stringify(
    row.map((value) =>
      value instanceof Uint8Array ? { [BYTES]: Buffer.from(value).toString('base64') } : value,
    ),
  )
}

export function decodeRow(row: readonly unknown[]): readonly StoredValue[] {
  return row.map((value) =>
    typeof value === 'object' && value !== null && BYTES in value
      ? Buffer.from(String(value[BYTES]), 'base64')
      : (value as StoredValue),
  )
}
