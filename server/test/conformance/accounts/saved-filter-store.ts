import assert from 'node:assert/strict'
import type { SavedFilter, User } from '#domain/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { sampleUser } from '../samples.ts'

export function testSavedFilterStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'Filters are listed by name, and only to the person who saved them'(subject) {
      const { store } = subject
      const [ada, grace] = [await newUser(subject), await newUser(subject)]
      const second = await save(subject, sampleFilter(subject, ada, 'payments that failed'))
      const first = await save(subject, sampleFilter(subject, ada, 'Orders'))
      const other = await save(subject, sampleFilter(subject, grace, 'Orders'))
      assert.deepEqual(await store.savedFilters.list(ada.id), [first, second])
      assert.deepEqual(await store.savedFilters.list(grace.id), [other])
      assert.deepEqual(await store.savedFilters.find(ada.id, first.id), first)
      assert.equal(await store.savedFilters.find(ada.id, other.id), undefined)
    },

    async 'A name is used once for each person, whatever its case'(subject) {
      const { store } = subject
      const ada = await newUser(subject)
      const orders = await save(subject, sampleFilter(subject, ada, 'Orders'))
      const insert = (filter: SavedFilter) => store.write((tx) => store.savedFilters.insert(tx, filter, 10))
      const update = (filter: SavedFilter) => store.write((tx) => store.savedFilters.update(tx, filter))
      assert.equal(await insert(sampleFilter(subject, ada, 'ORDERS')), 'name_taken')
      const other = await save(subject, sampleFilter(subject, ada, 'Invoices'))
      assert.equal(await update({ ...other, name: 'orders' }), 'name_taken')
      assert.deepEqual(await store.savedFilters.find(ada.id, other.id), other)
      const changed: SavedFilter = { ...orders, name: 'orders', filter: { trigger: 'webhook' } }
      assert.equal(await update(changed), 'updated')
      assert.deepEqual(await store.savedFilters.find(ada.id, orders.id), changed)
    },

    async 'Nobody saves more than the limit, and a deleted filter is gone'(subject) {
      const { store } = subject
      const ada = await newUser(subject)
      const saved = await save(subject, sampleFilter(subject, ada, 'Orders'))
      const insert = (filter: SavedFilter) => store.write((tx) => store.savedFilters.insert(tx, filter, 1))
      assert.equal(await insert(sampleFilter(subject, ada, 'Invoices')), 'full')
      const remove = (userId: string) => store.write((tx) => store.savedFilters.delete(tx, userId, saved.id))
      assert.equal(await remove((await newUser(subject)).id), false)
      assert.equal(await remove(ada.id), true)
      assert.equal(await remove(ada.id), false)
      assert.equal(await insert(sampleFilter(subject, ada, 'Invoices')), 'inserted')
    },

    async 'The filters of a person are deleted with the person'(subject) {
      const { store } = subject
      const ada = await newUser(subject)
      await save(subject, sampleFilter(subject, ada, 'Orders'))
      await store.write((tx) => store.users.delete(tx, ada.accountId, ada.id))
      assert.deepEqual(await store.savedFilters.list(ada.id), [])
    },
  })
}

async function newUser({ store, ids, newAccount }: Subject): Promise<User> {
  const user = sampleUser(ids, await newAccount())
  await store.write((tx) => store.users.insert(tx, user))
  return user
}

function sampleFilter({ ids }: Subject, { accountId, id: userId }: User, name: string): SavedFilter {
  return { id: ids.next(1), accountId, userId, name, filter: { status: 'failed' }, createdAt: 1 }
}

async function save({ store }: Subject, filter: SavedFilter): Promise<SavedFilter> {
  assert.equal(await store.write((tx) => store.savedFilters.insert(tx, filter, 100)), 'inserted')
  return filter
}
