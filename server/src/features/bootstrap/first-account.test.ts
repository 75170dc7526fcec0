import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { randomIds, systemClock } from '#adapters/index.ts'
import { vaultWith } from '#adapters/vault/testing/vault-with.ts'
import type { Store } from '#ports/index.ts'
import { STORE_ADAPTERS, type StoreFixture } from '#test/conformance/store-fixture.ts'
import { ensureFirstAccount } from './first-account.ts'

const CONFIGURED_KEY = 'given-'.repeat(5)

for (const adapter of STORE_ADAPTERS) {
  describe(`ensureFirstAccount on ${adapter.name}`, () => {
    const vault = vaultWith(Buffer.from(Array.from({ length: 32 }, (_, index) => index)))
    let fixture: StoreFixture
    let stores: readonly Store[]
    beforeEach(async () => {
      fixture = await adapter.newFixture()
      // Only one process can open the SQLite file.
      stores = await Promise.all(
        adapter.name === 'SQLite' ? [fixture.open()] : [fixture.open(), fixture.open(), fixture.open()],
      )
    })
    afterEach(async () => {
      await Promise.all(stores.map((store) => store.close()))
      await fixture.destroy()
    })

    const startAll = (configuredKey?: string) =>
      Promise.all(
        stores.map((store) =>
          ensureFirstAccount(
            { store, clock: systemClock, ids: randomIds(), vault },
            { plan: 'business', configuredKey },
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

    it('Processes that start concurrently create one account and one key, and one of them shows the key', async () => {
      const created = (await startAll()).flatMap(({ madeKey }) => madeKey ?? [])
      assert.equal(created.length, 1)
      assert.equal((await listKeys()).length, 1)
    })

    it('Processes that start concurrently adopt a configured key once, on the first start and on a later one', async () => {
      await startAll(CONFIGURED_KEY)
      await startAll(CONFIGURED_KEY)
      assert.equal((await listKeys()).length, 1)
      await startAll(`another-${CONFIGURED_KEY}`)
      assert.equal((await listKeys()).length, 2)
    })
  })
}
