/** What has to be done to take back the writes of the transaction under way, newest last. */
export type UndoLog = (() => void)[]

/** Rows by key. Rows are replaced, never changed, so whoever has read one keeps what was read. */
export class Table<Row> {
  readonly #rows = new Map<string, Row>()
  readonly #undo: UndoLog
  readonly #onChange: (key: string) => void

  constructor(undo: UndoLog, onChange: (key: string) => void = () => undefined) {
    this.#undo = undo
    this.#onChange = onChange
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)
  }

  values(): Iterable<Row> {
    return this.#rows.values()
  }

  /** Rejects a key that is taken, as a primary key does. */
  insert(key: string, row: Row): void {
    if (this.#rows.has(key)) throw new Error(`There is a row with the key ${key} already.`)
    this.set(key, row)
  }

  set(key: string, row: Row): void {
    const before = this.#rows.get(key)
    this.#rows.set(key, row)
    this.#onChange(key)
    this.#undo.push(() => {
      if (before === undefined) this.#rows.delete(key)
      else this.#rows.set(key, before)
    })
  }

  delete(key: string): boolean {
    const before = this.#rows.get(key)
    if (before === undefined) return false
    this.#rows.delete(key)
    this.#onChange(key)
    this.#undo.push(() => this.#rows.set(key, before))
    return true
  }
}
