import type { JsonValue, StateAddress, StateChange } from '#domain/index.ts'
import type { StateOutcome, StateStore, StateUse } from '#ports/index.ts'
import type { MemoryDatabase, StateRow } from './memory-database.ts'

const PREVIEW_LENGTH = 160

export function useState(database: MemoryDatabase, use: StateUse): StateOutcome {
  const { address, items, at } = use
  const row = liveRow(database, address, at)
  const seen = new Set(items.filter((item) => isLive(row?.items.get(item), at)))
  const outcome = use.settle({ entry: row && toEntry(row), seen })
  if (outcome.change !== undefined) applyChange(database, use, outcome.change, row)
  return outcome
}

export function memoryStateStore(database: MemoryDatabase): StateStore {
  return {
    async use(_tx, use) {
      useState(database, use)
    },
    async find(address, at) {
      const row = liveRow(database, address, at)
      if (row === undefined) return undefined
      const remembered = [...row.items.values()].filter((expiresAt) => isLive(expiresAt, at)).length
      return { entry: toEntry(row), remembered }
    },
    async list(account, { scope, prefix = '', at }, { before, limit }) {
      return [...database.state.values()]
        .filter((row) => row.accountId === account && isLive(row.expiresAt, at))
        .filter((row) => (scope === undefined || row.scope === scope) && row.key.startsWith(prefix))
        .filter(({ id }) => before === undefined || id < before)
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(({ value, items: _items, ...row }) => ({ ...row, preview: value.slice(0, PREVIEW_LENGTH) }))
    },
    deleteExpired: (before, limit) =>
      database.write(() => {
        let deleted = 0
        for (const [name, row] of Array.from(database.state.entries())) {
          const left = [...row.items].filter(([, expiresAt]) => isLive(expiresAt, before))
          if (deleted >= limit) break
          if (!isLive(row.expiresAt, before)) {
            database.state.delete(name)
            deleted += 1
          } else if (left.length < row.items.size) {
            database.state.set(name, { ...row, items: new Map(left) })
            deleted += row.items.size - left.length
          }
        }
        return Math.min(deleted, limit)
      }),
  }
}

function liveRow(database: MemoryDatabase, address: StateAddress, at: number): StateRow | undefined {
  const row = database.state.get(stateKey(address))
  return row !== undefined && isLive(row.expiresAt, at) ? row : undefined
}

function isLive(expiresAt: number | null | undefined, at: number): boolean {
  return expiresAt !== undefined && (expiresAt === null || expiresAt > at)
}

function toEntry({ items: _items, value, ...row }: StateRow) {
  return { ...row, value: JSON.parse(value) as JsonValue }
}

function applyChange(
  database: MemoryDatabase,
  { address, at, newId }: StateUse,
  change: StateChange,
  before: StateRow | undefined,
): void {
  const name = stateKey(address)
  if (change.kind === 'delete') {
    database.state.delete(name)
    return
  }
  const isValue = change.kind === 'set'
  database.state.set(name, {
    ...address,
    id: before?.id ?? newId,
    kind: isValue ? 'value' : 'seen',
    value: isValue ? JSON.stringify(change.value) : 'null',
    revision: (before?.revision ?? 0) + 1,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
    expiresAt: isValue ? change.expiresAt : null,
    items: isValue ? new Map() : remember(before?.items ?? new Map(), change),
  })
}

function remember(
  before: ReadonlyMap<string, number | null>,
  { items, present, limit, expiresAt }: Extract<StateChange, { kind: 'remember' }>,
): ReadonlyMap<string, number | null> {
  const after = new Map(before)
  for (const item of present) {
    after.delete(item)
    after.set(item, before.get(item) ?? null)
  }
  for (const item of items) {
    after.delete(item)
    after.set(item, expiresAt)
  }
  return new Map([...after].slice(-limit))
}

function stateKey({ accountId, scope, key }: StateAddress): string {
  return `${accountId} ${scope} ${key}`
}
