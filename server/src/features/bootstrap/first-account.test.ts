import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { randomIds, systemClock } from '#adapters/index.ts'
import { vaultWith } from '#adapters/vault/testing/vault-with.ts'
import type { Store } from '#ports/index.ts'
import { STORE_ADAPTERS, type StoreFixture } from '#test/conformance/store-fixture.ts'
import { ensureFirstAccount } from './first-account.ts'

const GIVEN = 'given-'.repeat(5)

for (const adapter of STORE_ADAPTERS) {
  describe(`processes that start at the same time on ${adapter.name}`, () => {
    const vault = vaultWith(Buffer.from(Array.from({ length: 32 }, (_, index) => index)))
    let fixture: StoreFixture
    let stores: readonly Store[]
    beforeEach(async () => {
      fixture = await adapter.newFixture()
      // One process alone opens the SQLite file.
      stores = await Promise.all(
        adapter.name === 'SQLite' ? [fixture.open()] : [fixture.open(), fixture.open(), fixture.open()],
      )
    })
    afterEach(async () => {
      await Promise.all(stores.map((store) => store.close()))
      await fixture.destroy()
    })

    const startAll = (givenKey?: string) =>
      Promise.all(
        stores.map((store) =>
          ensureFirstAccount(
            { store, clock: systemClock, ids: randomIds(), vault },
            { plan: 'business', givenKey },
          ),
        ),
      )
    const listKeys = async () => {
      const [store] = stores
      assert.ok(store)
      const [account, ...others] = await store.accounts.list()
      assert.ok(account)
      assert.deepEqual(others, [])
      return await store.keys.list(account.id)
    }

    it('make one account and one key between them, which one of them shows', async () => {
      const made = (await startAll()).flatMap(({ madeKey }) => madeKey ?? [])
      assert.equal(made.length, 1)
      assert.equal((await listKeys()).length, 1)
    })

    it('take over a given key once, on the first start and on a later one', async () => {
      await startAll(GIVEN)
      await startAll(GIVEN)
      assert.equal((await listKeys()).length, 1)
      await startAll(`another-${GIVEN}`)
      assert.equal((await listKeys()).length, 2)
    })
  })
}
