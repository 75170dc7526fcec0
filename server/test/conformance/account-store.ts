import assert from 'node:assert/strict'
import type { AccountId } from '#domain/index.ts'
import type { Store } from '#ports/index.ts'
import { type ConformanceOptions, testPromises } from './conformance-suite.ts'

export function testAccountStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'finds the first account, and of several that look lets one alone make it'({ home, ids }) {
      const stores = await Promise.all([home.open(), home.open()])
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

    async 'finds an account as it was made, and nothing for an unknown id'({ store, ids }) {
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

    async 'lists the oldest account first'({ store, ids }) {
      const before = (await store.accounts.list()).map(({ id }) => id)
      const now = Date.now()
      const made = [2, 1, 3].map((offset) => ids.next(now + offset) as AccountId)
      await store.write(async (tx) => {
        for (const id of made) {
          await store.accounts.insert(tx, { id, name: 'x', plan: 'free', accessVersion: 1, createdAt: now })
        }
      })
      const listed = (await store.accounts.list()).map(({ id }) => id)
      assert.deepEqual(listed, [...before, ...made].toSorted())
    },

    async 'raises the access version with the plan'({ store, newAccount }) {
      const id = await newAccount()
      assert.equal(await store.write((tx) => store.accounts.setPlan(tx, id, 'business')), true)
      const account = await store.accounts.find(id)
      assert.equal(account?.plan, 'business')
      assert.equal(account.accessVersion, 2)
    },

    async 'says that there is no such account to change'({ store, ids }) {
      const nobody = ids.next(0) as AccountId
      assert.equal(await store.write((tx) => store.accounts.setPlan(tx, nobody, 'pro')), false)
    },
  })
}
