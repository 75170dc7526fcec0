export type StoredValue = string | number | null | Uint8Array

export interface TableSnapshot {
  readonly name: string
  readonly columns: readonly string[]
  readonly rowCount: number
  /** The rows in batches, as values in the order of `columns`. */
  rows(): AsyncIterable<readonly (readonly StoredValue[])[]>
}

/** Everything that a database contains at one moment. Reading it holds up nobody. */
export interface Snapshot {
  /** The names of the applied migrations, in order. */
  readonly migrations: readonly string[]
  /** A table comes after those that its rows refer to. */
  readonly tables: readonly TableSnapshot[]
  /** The time of the database; undefined if it has no clock of its own. */
  readonly time: number | undefined
  close(): Promise<void>
}

/** A new database that is filled with a snapshot. Nothing of it is visible before `finish`. */
export interface RestoreTarget {
  insert(table: string, columns: readonly string[], rows: readonly (readonly StoredValue[])[]): Promise<void>
  /** Pauses the installation and makes everything visible, with the schema of this version. */
  finish(pause: { readonly at: number; readonly by: string }): Promise<void>
  /** Leaves the installation as empty as it was. */
  cancel(): Promise<void>
}
