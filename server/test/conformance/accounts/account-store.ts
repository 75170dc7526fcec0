import assert from 'node:assert/strict'
import type { AccountId } from '#domain/index.ts'
import type { Store } from '#ports/index.ts'
import { type ConformanceOptions, testPromises } from '../conformance-suite.ts'

export function testAccountStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'When several callers create the first account concurrently, exactly one succeeds'({
      fixture,
      ids,
    }) {
      const stores = await Promise.all([fixture.open(), fixture.open()])
      const ensure = (store: Store) =>
        store.write(async (tx) => {
          const first = await store.accounts.first(tx)
          if (first !== undefined) return first.id
          const id = ids.next(Date.now()) as AccountId
          await store.accounts.insert(tx, { id, name: 'x', plan: 'free', accessVersion: 1, createdAt: 0 })
          return id
        })
      const found = await Promise.all([...stores, ...stores].map(ensure))
      await Promise.all(stores.map((store) => store.close()))
      assert.equal(new Set(found).size, 1)
    },

    async 'An account is found as it was created, and an unknown id finds nothing'({ store, ids }) {
      const account = {
        id: ids.next(Date.now()) as AccountId,
        name: 'Größe 🦆',
        plan: 'starter' as const,
        accessVersion: 7,
        createdAt: 1_234,
      }
      await store.write((tx) => store.accounts.insert(tx, account))
      assert.deepEqual(await store.accounts.find(account.id), account)
      assert.equal(await store.accounts.find(ids.next(0) as AccountId), undefined)
    },

    async 'Accounts are listed oldest first'({ store, ids }) {
      const before = (await store.accounts.list()).map(({ id }) => id)
      const now = Date.now()
      const created = [2, 1, 3].map((offset) => ids.next(now + offset) as AccountId)
      await store.write(async (tx) => {
        for (const id of created) {
          await store.accounts.insert(tx, { id, name: 'x', plan: 'free', accessVersion: 1, createdAt: now })
        }
      })
      const listed = (await store.accounts.list()).map(({ id }) => id)
      assert.deepEqual(listed, [...before, ...created].toSorted())
    },

    async 'The access versions of several accounts are read at once'({ store, ids, newAccount }) {
      const [a, b] = [await newAccount(), await newAccount()]
      await newAccount()
      await store.write((tx) => store.accounts.setPlan(tx, b, 'pro'))
      const unknown = ids.next(0) as AccountId
      const versions = await store.accounts.accessVersions([a, unknown, b])
      assert.deepEqual(
        versions,
        new Map([
          [a, 1],
          [b, 2],
        ]),
      )
      assert.equal((await store.accounts.accessVersions([])).size, 0)
    },

    async 'Changing the plan increments the access version'({ store, newAccount }) {
      const id = await newAccount()
      assert.equal(await store.write((tx) => store.accounts.setPlan(tx, id, 'business')), true)
      const account = await store.accounts.find(id)
      assert.equal(account?.plan, 'business')
      assert.equal(account.accessVersion, 2)
    },

    async 'Changing the plan of an unknown account reports that the account does not exist'({ store, ids }) {
      const unknown = ids.next(0) as AccountId
      assert.equal(await store.write((tx) => store.accounts.setPlan(tx, unknown, 'pro')), false)
    },
  })
}
