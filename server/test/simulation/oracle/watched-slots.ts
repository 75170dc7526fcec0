import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { ExecutionRow, MemoryDatabase } from '#test/simulation/memory/memory-database.ts'
import type { Violate } from './watched-run.ts'

const REPLACED = 'A newer run replaced it'

/** The concurrency limit of a run, as its version defines it. */
interface Limit {
  readonly limit: number
  readonly onLimit: string
  /** Runs of one group share the limit. */
  readonly group: string
}

/** As generated in workloads. */
interface GeneratedConcurrency {
  readonly limit: number
  readonly on_limit: string
  readonly key?: string
}

interface Slot {
  readonly group: string
  readonly isHeld: boolean
}

/**
 * Checks runs of limited workflows against their concurrency limits. Which runs share a limit is derived from the versions
 * and the inputs, not from the names that the store uses.
 */
export class WatchedSlots {
  readonly #database: MemoryDatabase
  readonly #violate: Violate
  readonly #count: (what: string) => void
  /** The slots after the previous commit. */
  #before: ReadonlyMap<string, Slot> = new Map()
  /** By group: the limit of the newest run. */
  readonly #inForce = new Map<string, number>()
  readonly #byVersion = new Map<string, JsonObject | undefined>()

  constructor(database: MemoryDatabase, violate: Violate, count: (what: string) => void) {
    this.#database = database
    this.#violate = violate
    this.#count = count
  }

  checkWriter(row: ExecutionRow): void {
    if (this.#limitOf(row) === undefined || this.#before.get(row.id)?.isHeld === true) return
    this.#violate('a limited run writes only while it holds a slot', row.id)
  }

  /** Called after every commit, with the runs that it ended. */
  afterCommit(ended: readonly ExecutionRow[]): void {
    for (const row of ended) this.#checkEnd(row)
    const now = this.#read()
    for (const [id, slot] of now) this.#checkChange(id, slot, now)
    for (const [id, { group, isHeld }] of now) {
      if (!isHeld && count(now, group, true) < this.#limitInForce(group)) {
        this.#violate('no run waits for a free slot', id)
      }
    }
    this.#before = now
  }

  checkAll(): void {
    for (const { executionId } of this.#database.slots.values()) {
      this.#violate('no slot remains when all runs have ended', executionId)
    }
  }

  #read(): ReadonlyMap<string, Slot> {
    const now = new Map<string, Slot>()
    for (const { executionId: id, isHeld } of this.#database.slots.values()) {
      const row = this.#database.executions.get(id)
      const limit = row && this.#limitOf(row)
      if (row?.completedAt !== null || limit === undefined) {
        this.#violate('only open limited runs have slots', id)
        continue
      }
      if (!isHeld && (row.status !== 'pending' || row.owner !== '')) {
        this.#violate('a run that waits for a slot is parked', `${id} is ${row.status}`)
      }
      if (!this.#before.has(id)) this.#recordLimit(id, limit)
      now.set(id, { group: limit.group, isHeld })
    }
    return now
  }

  #recordLimit(id: string, { group, limit }: Limit): void {
    for (const [other, slot] of this.#before) {
      // A newer run is queued already, and its limit applies.
      if (slot.group === group && !slot.isHeld && other > id) return
    }
    if ((this.#inForce.get(group) ?? limit) !== limit) this.#count('limit changed')
    this.#inForce.set(group, limit)
  }

  #checkChange(id: string, { group, isHeld }: Slot, now: ReadonlyMap<string, Slot>): void {
    const before = this.#before.get(id)
    if (before?.isHeld === true && !isHeld) this.#violate('a run keeps its slot until it ends', id)
    if (before === undefined && !isHeld) this.#count('run queued')
    if (!isHeld || before?.isHeld === true) return
    this.#count(before === undefined ? 'slot given' : 'slot handed over')
    if (count(now, group, true) > this.#limitInForce(group)) {
      this.#violate('no more runs than the concurrency limit', `${id} is one too many of ${group}`)
    }
    for (const [other, slot] of now) {
      const isOvertaken = slot.group === group && !slot.isHeld && (before === undefined || other < id)
      if (isOvertaken) this.#violate('queued runs get slots in order', `${id} overtook ${other}`)
    }
  }

  #checkEnd(row: ExecutionRow): void {
    const { code, message } = (JSON.parse(row.error) ?? {}) as { code?: string; message?: string }
    const limit = this.#limitOf(row)
    if (limit === undefined) return
    const { group } = limit
    if (code === 'DROPPED') {
      this.#count('run dropped')
      const taken = count(this.#before, group, true)
      if (limit.onLimit !== 'drop' || taken < limit.limit)
        this.#violate('a run is dropped only if all slots are taken', row.id)
    }
    if (message?.startsWith(REPLACED) !== true) return
    this.#count('run replaced')
    for (const [other, slot] of this.#before) {
      const isOlder = slot.group === group && slot.isHeld && other < row.id
      const isOpen = this.#database.executions.get(other)?.completedAt === null
      if (isOlder && isOpen) this.#violate('the oldest run is replaced first', `${row.id} before ${other}`)
    }
  }

  #limitInForce(group: string): number {
    return this.#inForce.get(group) ?? 0
  }

  #limitOf({ depth, versionId, workflowId, input }: ExecutionRow): Limit | undefined {
    if (depth > 0) return undefined
    const concurrency = this.#concurrencyOf(versionId)
    if (concurrency === undefined) return undefined
    const { limit, on_limit: onLimit, key } = concurrency as unknown as GeneratedConcurrency
    return {
      limit,
      onLimit,
      group: `${workflowId} ${keyOf(key, JSON.parse(input) as JsonObject)}`,
    }
  }

  #concurrencyOf(versionId: string): JsonObject | undefined {
    if (!this.#byVersion.has(versionId)) {
      const { definition } = this.#database.versions.get(versionId) ?? { definition: '{"nodes":[]}' }
      const { nodes } = JSON.parse(definition) as { nodes: readonly JsonObject[] }
      const data = nodes.find(({ type }) => type === 'start')?.['data']
      const concurrency = isJsonObject(data) ? data['concurrency'] : undefined
      this.#byVersion.set(versionId, isJsonObject(concurrency) ? concurrency : undefined)
    }
    return this.#byVersion.get(versionId)
  }
}

/** The concurrency keys of generated workflows, with their meaning. */
export const KEYS: Readonly<Record<string, (input: JsonObject) => JsonValue>> = {
  '{{ input.n % 2 }}': ({ n }) => Number(n) % 2,
  '{{ input.n > 4 ? "many" : "few" }}': ({ n }) => (Number(n) > 4 ? 'many' : 'few'),
}

function keyOf(key: string | undefined, input: JsonObject): string {
  return key === undefined ? '' : JSON.stringify(KEYS[key]?.(input))
}

function count(slots: ReadonlyMap<string, Slot>, group: string, isHeld: boolean): number {
  let found = 0
  for (const slot of slots.values()) if (slot.group === group && slot.isHeld === isHeld) found += 1
  return found
}
