import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { randomIds } from '#adapters/index.ts'
import type { Account, AccountId } from '#domain/index.ts'
import type { Ids, Store } from '#ports/index.ts'
import type { EngineStore } from './engine-store.ts'
import {
  ENGINE_STORE_ADAPTERS,
  STORE_ADAPTERS,
  type StoreAdapter,
  type StoreFixture,
} from './store-fixture.ts'

/** What a conformance test works with. Tests share a store and use separate accounts. */
export interface Subject<S extends EngineStore = Store> {
  readonly store: S
  readonly fixture: StoreFixture<S>
  readonly ids: Ids
  /** A new, empty account. */
  newAccount(): Promise<AccountId>
}

export interface Skip {
  readonly reason: string
  /** Titles of the tests that do not apply to the adapter. */
  readonly tests: readonly string[]
}

export interface ConformanceOptions<S extends EngineStore = Store> {
  newFixture(): Promise<StoreFixture<S>>
  readonly skip: readonly Skip[]
}

type Promises<S extends EngineStore> = Readonly<Record<string, (subject: Subject<S>) => Promise<void>>>

/** Runs one test per promise of a port, on a store of the suite's own. */
export function testPromises<S extends EngineStore>(
  options: ConformanceOptions<S>,
  promises: Promises<S>,
): void {
  const ids = randomIds()
  let subject: Subject<S>
  before(async () => {
    const fixture = await options.newFixture()
    const store = await fixture.open()
    subject = { store, fixture, ids, newAccount: () => insertAccount(store, ids) }
  })
  after(async () => {
    await subject.store.close()
    await subject.fixture.destroy()
  })
  for (const [name, promise] of Object.entries(promises)) {
    const skipped = options.skip.find(({ tests }) => tests.includes(name))
    it(name, { skip: skipped?.reason ?? false }, () => promise(subject))
  }
  const unknown = options.skip.flatMap(({ tests }) => tests).filter((name) => promises[name] === undefined)
  assert.deepEqual(unknown, [], 'skipped tests that do not exist')
}

type Skips = Readonly<Partial<Record<string, readonly Skip[]>>>

/** Runs a port's suite on every adapter. */
export function runOnEveryStore(
  port: string,
  suite: (options: ConformanceOptions) => void,
  skip: Skips = {},
): void {
  runOn(STORE_ADAPTERS, port, suite, skip)
}

/** Runs a suite of the engine's ports on every adapter, and on the in-memory store that the simulation uses. */
export function runOnEveryEngineStore(
  port: string,
  suite: (options: ConformanceOptions<EngineStore>) => void,
): void {
  runOn(ENGINE_STORE_ADAPTERS, port, suite, {})
}

function runOn<S extends EngineStore>(
  adapters: readonly StoreAdapter<S>[],
  port: string,
  suite: (options: ConformanceOptions<S>) => void,
  skip: Skips,
): void {
  for (const adapter of adapters) {
    describe(`${port} on ${adapter.name}`, () => {
      suite({ newFixture: () => adapter.newFixture(), skip: skip[adapter.name] ?? [] })
    })
  }
}

async function insertAccount(store: EngineStore, ids: Ids): Promise<AccountId> {
  const createdAt = Date.now()
  const id = ids.next(createdAt) as AccountId
  const account: Account = { id, name: 'Test', plan: 'free', accessVersion: 1, createdAt }
  await store.write((tx) => store.accounts.insert(tx, account))
  return id
}
