import type { JournalEntry, JsonObject, JsonValue, StepRecord } from '#domain/index.ts'
import type { MemoryDatabase } from '#test/simulation/memory/memory-database.ts'
import type { Violate } from './watched-run.ts'

/**
 * Checks counters and remembered items against the recorded steps: what is stored is exactly what steps have recorded, after
 * every commit. So no step counts twice, none is lost, and no item is skipped or passed on twice.
 */
export class WatchedState {
  readonly #database: MemoryDatabase
  readonly #violate: Violate
  readonly #count: (what: string) => void
  /** The number of recorded increments, by key. */
  readonly #increments = new Map<string, number>()
  /** Items that recorded steps have passed on. */
  readonly #passed = new Set<string>()

  constructor(database: MemoryDatabase, violate: Violate, count: (what: string) => void) {
    this.#database = database
    this.#violate = violate
    this.#count = count
  }

  checkCommit(): void {
    const { journals, state } = this.#database
    for (const [id, before] of journals.changes) {
      for (const { steps } of (journals.get(id) ?? []).slice(before?.length ?? 0)) {
        for (const entry of JSON.parse(steps) as JournalEntry[]) this.#add(id, entry)
      }
    }
    for (const name of state.changes.keys()) {
      const row = state.get(name)
      if (row?.kind === 'value') this.#checkCounter(row.key, JSON.parse(row.value) as JsonValue)
      else if (row !== undefined) this.#checkItems([...row.items.keys()])
    }
  }

  #add(executionId: string, entry: JournalEntry): void {
    // A retry takes over results that were recorded before.
    if (entry.status !== 'completed' || entry.reused === true) return
    if (/^state\d+$/.test(entry.nodeId)) this.#addIncrement(executionId, entry)
    else if (/^only_new\d+$/.test(entry.nodeId)) this.#addItems(executionId, entry)
  }

  #addIncrement(executionId: string, { output }: StepRecord): void {
    const { key, value } = output as JsonObject & { readonly key: string }
    const expected = (this.#increments.get(key) ?? 0) + 1
    this.#increments.set(key, expected)
    this.#count('increment')
    if (value !== expected) {
      this.#violate(
        'no counter counts twice or loses a step',
        `${executionId} counted ${JSON.stringify(value)}, not ${expected}`,
      )
    }
  }

  #addItems(executionId: string, { output }: StepRecord): void {
    for (const item of output as readonly number[]) {
      this.#count('new item')
      if (this.#passed.has(String(item)))
        this.#violate('no item is skipped or passed on twice', `${item} in ${executionId}`)
      this.#passed.add(String(item))
    }
  }

  #checkCounter(key: string, value: JsonValue): void {
    const counted = this.#increments.get(key) ?? 0
    if (value === counted) return
    this.#violate(
      'state changes in the commit of its step',
      `"${key}" is ${JSON.stringify(value)} after ${counted} steps`,
    )
  }

  #checkItems(items: readonly string[]): void {
    const skipped = items.filter((item) => !this.#passed.has(item))
    if (skipped.length > 0)
      this.#violate('state changes in the commit of its step', `${skipped.join(', ')} is remembered`)
    if (items.length < this.#passed.size)
      this.#violate('no item is skipped or passed on twice', 'an item was forgotten')
  }
}
