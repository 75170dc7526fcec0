import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { randomIds } from '#adapters/ids/random-ids.ts'
import type { Account, AccountId } from '#domain/account.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store } from '#ports/store.ts'
import { STORE_ADAPTERS, type StoreHome } from './store-home.ts'

/** What a test of a port gets to work with. Tests share a store and are kept apart by their accounts. */
export interface Subject {
  readonly store: Store
  readonly home: StoreHome
  readonly ids: Ids
  /** A new account with nothing in it. */
  newAccount(): Promise<AccountId>
}

export interface Skip {
  readonly reason: string
  /** Names of the tests that do not apply to the adapter. */
  readonly tests: readonly string[]
}

export interface ConformanceOptions {
  newHome(): Promise<StoreHome>
  readonly skip: readonly Skip[]
}

type Promises = Readonly<Record<string, (subject: Subject) => Promise<void>>>

/** Runs what a port promises, one test per promise, on a store of the suite's own. */
export function testPromises(options: ConformanceOptions, promises: Promises): void {
  const ids = randomIds()
  let subject: Subject
  before(async () => {
    const home = await options.newHome()
    const store = await home.open()
    subject = { store, home, ids, newAccount: () => insertAccount(store, ids) }
  })
  after(async () => {
    await subject.store.close()
    await subject.home.destroy()
  })
  for (const [name, promise] of Object.entries(promises)) {
    const skipped = options.skip.find(({ tests }) => tests.includes(name))
    it(name, { skip: skipped?.reason ?? false }, () => promise(subject))
  }
  const unknown = options.skip.flatMap(({ tests }) => tests).filter((name) => promises[name] === undefined)
  assert.deepEqual(unknown, [], 'skipped tests that do not exist')
}

/** Runs a port's suite on every adapter. */
export function runOnEveryStore(
  port: string,
  suite: (options: ConformanceOptions) => void,
  skip: Readonly<Partial<Record<string, readonly Skip[]>>> = {},
): void {
  for (const adapter of STORE_ADAPTERS) {
    describe(`${port} on ${adapter.name}`, () => {
      suite({ newHome: () => adapter.newHome(), skip: skip[adapter.name] ?? [] })
    })
  }
}

async function insertAccount(store: Store, ids: Ids): Promise<AccountId> {
  const createdAt = Date.now()
  const id = ids.next(createdAt) as AccountId
  const account: Account = { id, name: 'Test', plan: 'free', accessVersion: 1, createdAt }
  await store.write((tx) => store.accounts.insert(tx, account))
  return id
}
