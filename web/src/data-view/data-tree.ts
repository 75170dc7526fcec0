import type { DataSlice } from '@millrace/contract/execution-data.ts'
import { type Entry, entryFromSlice, entryOf, isContainer, type Path, type ReadSlice } from './data-source.ts'

/** Texts above this length can be unfolded. */
export const FOLDED_LENGTH = 160
/** The characters in one row of an unfolded text. */
const TEXT_WIDTH = 96
const ENTRIES_PER_PAGE = 200
/** The most characters that a slice of a text contains. */
const CHARACTERS_PER_PAGE = 960

export interface DataRow {
  /** Unique among the visible rows, and stable while other branches open and close. */
  readonly id: string
  readonly path: Path
  readonly depth: number
  /** Undefined while it is loading. */
  readonly entry: Entry | undefined
  /** A line of an unfolded text. */
  readonly text?: string
  readonly isOpen: boolean
  readonly canOpen: boolean
  readonly position: number
  readonly siblings: number
}

interface OpenEntry {
  readonly entry: Entry
  readonly path: Path
  readonly parent: OpenEntry | undefined
  readonly index: number
  readonly count: number
  /** The names of the members of an object in memory. */
  readonly keys: readonly string[] | undefined
  readonly lines: readonly string[] | undefined
  readonly pages: Map<number, DataSlice | 'loading' | 'failed'>
  /** Open children, by index. Few are open, even among millions. */
  readonly open: Map<number, OpenEntry>
  /** Indexes of open children in order; undefined after a change. */
  order: number[] | undefined
  rows: number
}

/**
 * The rows of a tree of data, without building them: only open branches are represented, and a row is computed from its
 * number. A list with a million entries opens as fast as one with ten. Branches that are not in memory are read in pages
 * when one of their rows is requested.
 */
export class DataTree {
  readonly root: Entry
  readonly #read: ReadSlice | undefined
  readonly #onLoad: () => void
  readonly #rootRow: OpenEntry | undefined

  constructor(root: Entry, options: { read?: ReadSlice | undefined; onLoad?: () => void } = {}) {
    this.root = root
    this.#read = options.read
    this.#onLoad = options.onLoad ?? (() => {})
    if (canOpen(root)) this.#rootRow = this.#begin(root, [], { parent: undefined, index: 0 })
  }

  /** The row of the root is not shown: its members are the first level. A single value is one row. */
  get rowCount(): number {
    return this.#rootRow?.rows ?? 1
  }

  rowAt(number: number): DataRow | undefined {
    const root = this.#rootRow
    if (root === undefined) return number === 0 ? this.#valueRow() : undefined
    if (number < 0 || number >= root.rows) return undefined
    let branch = root
    let rest = number
    let depth = 0
    for (;;) {
      const found = locate(branch, rest)
      if (found.rest === 0) return this.#row(branch, found.index, depth)
      const child = branch.open.get(found.index)
      if (child === undefined) return undefined
      branch = child
      rest = found.rest - 1
      depth++
    }
  }

  toggle(row: DataRow): void {
    if (row.isOpen) this.close(row)
    else this.open(row)
  }

  open(row: DataRow): void {
    const branch = this.#branchOf(row.path)
    if (branch === undefined || row.entry === undefined || !row.canOpen || row.isOpen) return
    const index = this.#indexIn(branch, row)
    const child = this.#begin(row.entry, row.path, { parent: branch, index })
    branch.open.set(index, child)
    branch.order = undefined
    addRows(branch, child.rows)
  }

  close(row: DataRow): void {
    const branch = this.#branchOf(row.path)
    if (branch === undefined) return
    const index = this.#indexIn(branch, row)
    const child = branch.open.get(index)
    if (child === undefined) return
    branch.open.delete(index)
    branch.order = undefined
    addRows(branch, -child.rows)
  }

  /** Opens the branches above a path and returns the number of its row; `loading` until they are loaded. */
  reveal(path: Path, positions?: readonly number[]): number | 'loading' | undefined {
    let branch = this.#rootRow
    if (branch === undefined) return path.length === 0 ? 0 : undefined
    let number = -1
    for (const [depth, key] of path.entries()) {
      const index = positions?.[depth] ?? this.#indexOfKey(branch, key)
      if (index === undefined) return undefined
      number += 1 + rowsBefore(branch, index)
      if (depth === path.length - 1) return number
      const row = this.#row(branch, index, depth)
      if (row.entry === undefined) return 'loading'
      this.open(row)
      const child = branch.open.get(index)
      if (child === undefined) return undefined
      branch = child
    }
    return undefined
  }

  /** The row that contains the given one, for the keyboard. */
  parentNumber(path: Path): number | undefined {
    const number = path.length < 2 ? undefined : this.reveal(path.slice(0, -1))
    return typeof number === 'number' ? number : undefined
  }

  retryFailed(): void {
    const visit = (branch: OpenEntry) => {
      for (const [page, slice] of branch.pages) if (slice === 'failed') branch.pages.delete(page)
      for (const child of branch.open.values()) visit(child)
    }
    if (this.#rootRow !== undefined) visit(this.#rootRow)
    this.#onLoad()
  }

  #begin(
    entry: Entry,
    path: Path,
    { parent, index }: { parent: OpenEntry | undefined; index: number },
  ): OpenEntry {
    const keys = entry.type === 'object' && entry.isWhole ? Object.keys(entry.value as object) : undefined
    const lines = entry.type === 'string' && entry.isWhole ? wrap(entry.value as string) : undefined
    const count =
      lines?.length ??
      (entry.type === 'string' ? Math.ceil((entry.length ?? 0) / TEXT_WIDTH) : (entry.length ?? 0))
    const pages: OpenEntry['pages'] = new Map()
    return { entry, path, parent, index, count, keys, lines, pages, open: new Map(), order: [], rows: count }
  }

  #valueRow(): DataRow {
    const base = { id: 'root', path: [], depth: 0, isOpen: false, canOpen: false }
    return { ...base, entry: this.root, position: 1, siblings: 1 }
  }

  #row(branch: OpenEntry, index: number, depth: number): DataRow {
    const common = { depth, position: index + 1, siblings: branch.count }
    const id = `${branch.path.join('/')}/${index}`
    if (branch.entry.type === 'string') {
      const text = branch.lines?.[index] ?? this.#textLine(branch, index)
      const entry = text === undefined ? undefined : branch.entry
      const line = { id, path: [...branch.path, index], entry, isOpen: false, canOpen: false }
      return { ...common, ...line, text: text ?? '' }
    }
    const entry = this.#entry(branch, index)
    const key = entry?.key ?? index
    return {
      ...common,
      id,
      path: [...branch.path, key],
      entry,
      isOpen: branch.open.has(index),
      canOpen: entry !== undefined && canOpen(entry),
    }
  }

  #entry(branch: OpenEntry, index: number): Entry | undefined {
    const { entry } = branch
    if (entry.isWhole) {
      if (branch.keys === undefined) return entryOf(index, (entry.value as readonly unknown[])[index])
      const key = branch.keys[index]
      return key === undefined ? undefined : entryOf(key, (entry.value as Record<string, unknown>)[key])
    }
    const slice = this.#page(branch, Math.floor(index / ENTRIES_PER_PAGE), ENTRIES_PER_PAGE)
    const found = slice?.entries[index - slice.offset]
    return found === undefined ? undefined : entryFromSlice(found.key, found)
  }

  #textLine(branch: OpenEntry, index: number): string | undefined {
    const start = index * TEXT_WIDTH
    const slice = this.#page(branch, Math.floor(start / CHARACTERS_PER_PAGE), CHARACTERS_PER_PAGE)
    if (slice === undefined) return undefined
    const from = start - slice.offset
    return (typeof slice.value === 'string' ? slice.value : '').slice(from, from + TEXT_WIDTH)
  }

  #page(branch: OpenEntry, page: number, perPage: number): DataSlice | undefined {
    const known = branch.pages.get(page)
    if (typeof known === 'object') return known
    const read = this.#read
    if (known !== undefined || read === undefined) return undefined
    branch.pages.set(page, 'loading')
    read(branch.path, page * perPage, perPage)
      .then(
        (slice) => branch.pages.set(page, slice),
        () => branch.pages.set(page, 'failed'),
      )
      .finally(this.#onLoad)
    return undefined
  }

  get hasFailed(): boolean {
    const failed = (branch: OpenEntry): boolean =>
      [...branch.pages.values()].includes('failed') || [...branch.open.values()].some(failed)
    return this.#rootRow !== undefined && failed(this.#rootRow)
  }

  #branchOf(path: Path): OpenEntry | undefined {
    let branch = this.#rootRow
    for (const key of path.slice(0, -1)) {
      if (branch === undefined) return undefined
      const index = this.#indexOfKey(branch, key)
      branch = index === undefined ? undefined : branch.open.get(index)
    }
    return branch
  }

  #indexIn(branch: OpenEntry, row: DataRow): number {
    return branch.count === row.siblings ? row.position - 1 : -1
  }

  #indexOfKey(branch: OpenEntry, key: string | number): number | undefined {
    if (branch.entry.type !== 'object') return typeof key === 'number' ? key : undefined
    if (branch.keys !== undefined) {
      const index = branch.keys.indexOf(String(key))
      return index === -1 ? undefined : index
    }
    for (const slice of branch.pages.values()) {
      if (typeof slice !== 'object') continue
      const index = slice.entries.findIndex((entry) => entry.key === key)
      if (index !== -1) return slice.offset + index
    }
    return undefined
  }
}

function canOpen(entry: Entry): boolean {
  if (isContainer(entry.type)) return (entry.length ?? 0) > 0
  return entry.type === 'string' && (entry.length ?? 0) > FOLDED_LENGTH
}

function orderOf(branch: OpenEntry): number[] {
  branch.order ??= [...branch.open.keys()].sort((a, b) => a - b)
  return branch.order
}

function rowsBefore(branch: OpenEntry, index: number): number {
  let rows = index
  for (const at of orderOf(branch)) {
    if (at >= index) break
    rows += branch.open.get(at)?.rows ?? 0
  }
  return rows
}

/** The child that contains row `number` of the branch, and how far inside of it the row is: 0 is the child itself. */
function locate(branch: OpenEntry, number: number): { index: number; rest: number } {
  let before = 0
  for (const at of orderOf(branch)) {
    const first = at + before
    if (number <= first) break
    const rows = branch.open.get(at)?.rows ?? 0
    if (number <= first + rows) return { index: at, rest: number - first }
    before += rows
  }
  return { index: number - before, rest: 0 }
}

function addRows(branch: OpenEntry | undefined, rows: number): void {
  for (let at = branch; at !== undefined; at = at.parent) at.rows += rows
}

function wrap(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    if (line.length <= TEXT_WIDTH) return [line]
    const rows: string[] = []
    for (let from = 0; from < line.length; from += TEXT_WIDTH) rows.push(line.slice(from, from + TEXT_WIDTH))
    return rows
  })
}
