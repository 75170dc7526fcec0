import type { Path } from './data-source.ts'
import { type DataRow, DataTree } from './data-tree.ts'
import type { LoadedData } from './use-data.ts'

interface TreeState {
  readonly tree: DataTree
  /** The number of the active row. */
  readonly active: number
  /** Counts requests to scroll to the active row. */
  readonly reveals: number
}

/** The tree of a view and its active row. */
export class TreeStore {
  readonly #tree: DataTree
  readonly #listeners = new Set<() => void>()
  #state: TreeState
  #pending: { path: Path; positions: readonly number[] } | undefined

  constructor(data: LoadedData) {
    this.#tree = new DataTree(data.root, { read: data.read, onLoad: () => this.#loaded() })
    openSmall(this.#tree)
    this.#state = { tree: this.#tree, active: 0, reveals: 0 }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): TreeState => this.#state

  activate(row: number): void {
    this.#pending = undefined
    this.#change({ active: row, reveals: this.#state.reveals + 1 })
  }

  toggle(row: DataRow): void {
    this.#tree.toggle(row)
    this.#change({})
  }

  /** Shows and activates a value, as soon as the branches above it are loaded. */
  reveal(path: Path, positions: readonly number[]): void {
    this.#pending = { path, positions }
    this.#loaded()
  }

  #loaded(): void {
    const wanted = this.#pending
    const number = wanted && this.#tree.reveal(wanted.path, wanted.positions)
    if (typeof number === 'number') return this.activate(number)
    if (number === undefined) this.#pending = undefined
    this.#change({})
  }

  #change(change: Partial<TreeState>): void {
    const active = Math.min(change.active ?? this.#state.active, Math.max(0, this.#tree.rowCount - 1))
    this.#state = { ...this.#state, ...change, active }
    for (const listener of this.#listeners) listener()
  }
}

/** Small data is shown without a click: the branches of the first levels that fit on a screen are open. */
function openSmall(tree: DataTree): void {
  const limit = 30
  for (let number = 0; number < Math.min(tree.rowCount, limit); number++) {
    const row = tree.rowAt(number)
    const isSmall = row?.entry?.isWhole === true && (row.entry.length ?? 0) <= 12
    if (row?.canOpen === true && isSmall && row.depth < 3 && row.entry?.type !== 'string') tree.open(row)
  }
}
