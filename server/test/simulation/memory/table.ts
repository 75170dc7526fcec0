/** Undoes the writes of the current transaction; the newest write is last. */
export type UndoLog = (() => void)[]

/** Rows that the current transaction changed, each with its state before the transaction. */
export type Changes<Row> = Map<string, Row | undefined>

/** Rows by key. Rows are replaced and never modified, so a row that was read stays as it was read. */
export class Table<Row> {
  readonly changes: Changes<Row> = new Map()
  readonly #rows = new Map<string, Row>()
  readonly #undo: UndoLog

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)
  }

  entries(): Iterable<readonly [string, Row]> {
    return this.#rows.entries()
  }

  values(): Iterable<Row> {
    return this.#rows.values()
  }

  /** Rejects a duplicate key, as a primary key does. */
  insert(key: string, row: Row): void {
    if (this.#rows.has(key)) throw new Error(`Duplicate key ${key}.`)
    this.set(key, row)
  }

  set(key: string, row: Row): void {
    const before = this.#rows.get(key)
    this.#recordChange(key, before)
    this.#rows.set(key, row)
    this.#undo.push(() => {
      if (before === undefined) this.#rows.delete(key)
      else this.#rows.set(key, before)
    })
  }

  delete(key: string): boolean {
    const before = this.#rows.get(key)
    if (before === undefined) return false
    this.#recordChange(key, before)
    this.#rows.delete(key)
    this.#undo.push(() => this.#rows.set(key, before))
    return true
  }

  #recordChange(key: string, before: Row | undefined): void {
    if (!this.changes.has(key)) this.changes.set(key, before)
  }
}
