import { columnNames } from '@millrace/expressions/formats/csv.ts'
import type { JsonObject, JsonValue } from '#domain/index.ts'

/** Which rows of a table become items, and how. */
export interface RowOptions {
  /** Whether the first row has the names of the columns. */
  readonly header: boolean
  /** How many rows to leave out at the start, besides the names. */
  readonly skip: number
  /** The most items; null: all. */
  readonly limit: number | null
  /** The columns to keep, by name; null: all. */
  readonly columns: readonly string[] | null
}

/** A column is asked for that the table does not have. */
export class UnknownColumn extends Error {}

/** Makes items of the rows of a table, one after another. */
export class RowShaper {
  readonly #options: RowOptions
  #names: readonly string[] | undefined
  /** Positions and names of the columns to keep. */
  #kept: readonly (readonly [number, string])[] | undefined
  #rows = 0

  constructor(options: RowOptions) {
    this.#options = options
  }

  /** Whether all items that were asked for are there. */
  get isComplete(): boolean {
    const { skip, limit } = this.#options
    return limit !== null && this.#rows >= skip + limit
  }

  /** How many members an item has at least. */
  get width(): number {
    return (this.#kept ?? this.#names ?? []).length
  }

  /** The item of a row; undefined for the names and for rows that are left out. `empty` stands for cells that are missing. */
  shape(row: readonly JsonValue[], empty: JsonValue): JsonValue | undefined {
    if (this.#options.header && this.#names === undefined) {
      this.#readNames(row)
      return undefined
    }
    if (this.isComplete) return undefined
    this.#rows += 1
    if (this.#rows <= this.#options.skip) return undefined
    return this.#names === undefined ? row : this.#toObject(this.#names, row, empty)
  }

  #readNames(row: readonly JsonValue[]): void {
    const names = columnNames(
      row.map((cell) => (cell === null ? '' : String(cell as string | number | boolean))),
    )
    this.#names = names
    const positions = new Map(names.map((name, index) => [name, index]))
    this.#kept = this.#options.columns?.map((name) => {
      const index = positions.get(name)
      if (index !== undefined) return [index, name] as const
      const known = names.map((one) => `\`${one}\``).join(', ')
      throw new UnknownColumn(
        `There is no column \`${name.slice(0, 100)}\`. The columns are ${known.length > 1_000 ? `${known.slice(0, 1_000)}…` : known}.`,
      )
    })
  }

  #toObject(names: readonly string[], row: readonly JsonValue[], empty: JsonValue): JsonObject {
    // Not an assignment to a member: a column may be called `__proto__`.
    const entries: (readonly [string, JsonValue])[] =
      this.#kept?.map(([index, name]) => [name, row[index] ?? empty]) ??
      names.map((name, index) => [name, row[index] ?? empty])
    if (this.#kept === undefined)
      for (let index = names.length; index < row.length; index += 1)
        entries.push([`column_${index + 1}`, row[index] ?? empty])
    return Object.fromEntries(entries)
  }
}
