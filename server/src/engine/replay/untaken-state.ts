import { isResult, type JournalEntry, type StateChange, type StateEntry } from '#domain/index.ts'
import type { FoundState } from '#ports/index.ts'

interface Address {
  readonly scope: string
  readonly key: string
}

/** The changes that a test run would have made. Its later steps see them; they are kept in its journal alone. */
export class UntakenState {
  readonly #changes = new Map<string, StateChange[]>()

  constructor(entries: readonly JournalEntry[]) {
    for (const entry of entries) this.add(entry)
  }

  add(entry: JournalEntry): void {
    if (!isResult(entry) || entry.untaken === undefined) return
    const { change } = entry.untaken
    const name = nameOf(entry.untaken)
    // Whatever came before a new value or a deletion does not show any more.
    const before = change.kind === 'remember' ? (this.#changes.get(name) ?? []) : []
    this.#changes.set(name, [...before, change])
  }

  seenFrom(stored: FoundState, address: Address, items: readonly string[]): FoundState {
    let found = stored
    for (const change of this.#changes.get(nameOf(address)) ?? []) found = after(found, change, items)
    return found
  }
}

function after({ entry, seen }: FoundState, change: StateChange, items: readonly string[]): FoundState {
  if (change.kind === 'delete') return { entry: undefined, seen: new Set() }
  const base = entry ?? NEW_ENTRY
  if (change.kind === 'set') {
    const { value, expiresAt } = change
    return { entry: { ...base, kind: 'value', value, expiresAt }, seen: new Set() }
  }
  const added = new Set(change.items)
  return {
    entry: { ...base, kind: 'seen', value: null },
    seen: new Set(items.filter((item) => seen.has(item) || added.has(item))),
  }
}

function nameOf({ scope, key }: Address): string {
  return `${scope} ${key}`
}

const NEW_ENTRY = { revision: 0, createdAt: 0, updatedAt: 0, expiresAt: null } as unknown as StateEntry
