import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { ExecutionRow, MemoryDatabase } from '#test/simulation/memory/memory-database.ts'
import type { Complain } from './watched-run.ts'

const REPLACED = 'A newer run replaced it'

/** What the version of a run says of how many go on at the same time. */
interface Limit {
  readonly limit: number
  readonly onLimit: string
  /** Runs of one group count for each other. */
  readonly group: string
}

/** As workloads have it. */
interface DrawnConcurrency {
  readonly limit: number
  readonly on_limit: string
  readonly key?: string
}

interface Held {
  readonly group: string
  readonly isHeld: boolean
}

/**
 * Holds what becomes of limited runs against what their workflows say. Which runs count for each other is told from the
 * versions and the inputs; the store's own names for it are not asked.
 */
export class WatchedSlots {
  readonly #database: MemoryDatabase
  readonly #complain: Complain
  readonly #count: (what: string) => void
  /** How it was after the commit before. */
  #before: ReadonlyMap<string, Held> = new Map()
  /** By group: the limit of the youngest run. */
  readonly #inForce = new Map<string, number>()
  readonly #byVersion = new Map<string, JsonObject | undefined>()

  constructor(database: MemoryDatabase, complain: Complain, count: (what: string) => void) {
    this.#database = database
    this.#complain = complain
    this.#count = count
  }

  /** A run that others are limited by writes only while it has a place. */
  checkWriter(row: ExecutionRow): void {
    if (this.#limitOf(row) === undefined || this.#before.get(row.id)?.isHeld === true) return
    this.#complain('a limited run goes on within its place', row.id)
  }

  /** After every commit; `ended` are the runs it has ended. */
  afterCommit(ended: readonly ExecutionRow[]): void {
    for (const row of ended) this.#checkEnd(row)
    const now = this.#read()
    for (const [id, place] of now) this.#checkChange(id, place, now)
    for (const [id, { group, isHeld }] of now) {
      if (!isHeld && count(now, group, true) < this.#limitInForce(group)) {
        this.#complain('nobody waits for a place that is free', id)
      }
    }
    this.#before = now
  }

  checkAll(): void {
    for (const { executionId } of this.#database.slots.values()) {
      this.#complain('no place is left when all have ended', executionId)
    }
  }

  #read(): ReadonlyMap<string, Held> {
    const now = new Map<string, Held>()
    for (const { executionId: id, isHeld } of this.#database.slots.values()) {
      const row = this.#database.executions.get(id)
      const limit = row && this.#limitOf(row)
      if (row?.completedAt !== null || limit === undefined) {
        this.#complain('only open runs that are limited have places', id)
        continue
      }
      if (!isHeld && (row.status !== 'pending' || row.owner !== '')) {
        this.#complain('who waits for a place is parked', `${id} is ${row.status}`)
      }
      if (!this.#before.has(id)) this.#noticeLimit(id, limit)
      now.set(id, { group: limit.group, isHeld })
    }
    return now
  }

  #noticeLimit(id: string, { group, limit }: Limit): void {
    for (const [other, place] of this.#before) {
      // One that asks late: those who came after it have said what counts.
      if (place.group === group && !place.isHeld && other > id) return
    }
    if ((this.#inForce.get(group) ?? limit) !== limit) this.#count('limit changed')
    this.#inForce.set(group, limit)
  }

  #checkChange(id: string, { group, isHeld }: Held, now: ReadonlyMap<string, Held>): void {
    const before = this.#before.get(id)
    if (before?.isHeld === true && !isHeld) this.#complain('who has a place keeps it', id)
    if (before === undefined && !isHeld) this.#count('place waited for')
    if (!isHeld || before?.isHeld === true) return
    this.#count(before === undefined ? 'place given' : 'place passed on')
    if (count(now, group, true) > this.#limitInForce(group)) {
      this.#complain('no more runs than the limit', `${id} is one too many of ${group}`)
    }
    for (const [other, place] of now) {
      const isOvertaken = place.group === group && !place.isHeld && (before === undefined || other < id)
      if (isOvertaken) this.#complain('who waits goes on in order', `${id} overtook ${other}`)
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
        this.#complain('a run is dropped only where all places are taken', row.id)
    }
    if (message?.startsWith(REPLACED) !== true) return
    this.#count('run replaced')
    for (const [other, place] of this.#before) {
      const isOlder = place.group === group && place.isHeld && other < row.id
      const isOpen = this.#database.executions.get(other)?.completedAt === null
      if (isOlder && isOpen) this.#complain('the oldest run is replaced first', `${row.id} before ${other}`)
    }
  }

  #limitInForce(group: string): number {
    return this.#inForce.get(group) ?? 0
  }

  #limitOf({ depth, versionId, workflowId, input }: ExecutionRow): Limit | undefined {
    if (depth > 0) return undefined
    const concurrency = this.#concurrencyOf(versionId)
    if (concurrency === undefined) return undefined
    const { limit, on_limit: onLimit, key } = concurrency as unknown as DrawnConcurrency
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

/** The keys that are drawn, as they are meant. */
export const KEYS: Readonly<Record<string, (input: JsonObject) => JsonValue>> = {
  '{{ input.n % 2 }}': ({ n }) => Number(n) % 2,
  '{{ input.n > 4 ? "many" : "few" }}': ({ n }) => (Number(n) > 4 ? 'many' : 'few'),
}

function keyOf(key: string | undefined, input: JsonObject): string {
  return key === undefined ? '' : JSON.stringify(KEYS[key]?.(input))
}

function count(places: ReadonlyMap<string, Held>, group: string, isHeld: boolean): number {
  let found = 0
  for (const place of places.values()) if (place.group === group && place.isHeld === isHeld) found += 1
  return found
}
