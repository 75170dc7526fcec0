import assert from 'node:assert/strict'
import { type ConformanceOptions, type Subject, testPromises } from './conformance-suite.ts'
import { sampleForm } from './samples.ts'

const PAGE = { page: 1, limit: 1_000 }

export function testTransactions(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A transaction returns the result of its work, and afterwards every connection reads what it wrote'(
      subject,
    ) {
      const { store, fixture, ids } = subject
      const form = sampleForm(ids, await subject.newAccount())
      const result = await store.write(async (tx) => {
        await store.forms.insert(tx, form)
        return 'done'
      })
      assert.equal(result, 'done')
      const other = await fixture.open()
      assert.deepEqual(await other.forms.find(form.accountId, form.id), form)
      await other.close()
    },

    async 'Uncommitted writes are visible only to their own transaction'(subject) {
      const { store, ids } = subject
      const form = sampleForm(ids, await subject.newAccount())
      const seen = await store.write(async (tx) => {
        await store.forms.insert(tx, form)
        return {
          inside: await store.forms.find(form.accountId, form.id, tx),
          outside: await store.forms.find(form.accountId, form.id),
        }
      })
      assert.deepEqual(seen, { inside: form, outside: undefined })
    },

    async 'Work that rejects is rolled back completely, and its caller gets the same error'(subject) {
      const { store, ids } = subject
      const account = await subject.newAccount()
      const error = new Error('changed my mind')
      const work = store.write(async (tx) => {
        await store.forms.insert(tx, sampleForm(ids, account))
        await store.accounts.setPlan(tx, account, 'pro')
        throw error
      })
      await assert.rejects(work, (thrown) => thrown === error)
      assert.equal((await store.forms.list(account, {}, PAGE)).total, 0)
      assert.equal((await store.accounts.find(account))?.plan, 'free')
    },

    async 'Callbacks run once after the commit, and before the write resolves'(subject) {
      const { store, ids } = subject
      const form = sampleForm(ids, await subject.newAccount())
      const order: string[] = []
      let found: Promise<unknown> = Promise.resolve()
      await store.write(async (tx) => {
        store.afterCommit(tx, () => {
          order.push('callback')
          found = store.forms.find(form.accountId, form.id)
        })
        await store.forms.insert(tx, form)
        order.push('work')
      })
      order.push('resolved')
      assert.deepEqual(order, ['work', 'callback', 'resolved'])
      assert.deepEqual(await found, form)
    },

    async 'A callback runs only for its own transaction, and never after a rollback'(subject) {
      const { store, ids } = subject
      const account = await subject.newAccount()
      const called: number[] = []
      const writes = Array.from({ length: 20 }, (_, n) =>
        store.write(async (tx) => {
          store.afterCommit(tx, () => called.push(n))
          await store.forms.insert(tx, sampleForm(ids, account))
          if (n % 2 === 1) throw new Error('rolled back')
        }),
      )
      await Promise.allSettled(writes)
      assert.deepEqual(
        called.toSorted((a, b) => a - b),
        Array.from({ length: 10 }, (_, n) => n * 2),
      )
    },

    async 'A failing write fails only its own caller, also among hundreds of concurrent ones'(subject) {
      const { store, ids } = subject
      const account = await subject.newAccount()
      const taken = sampleForm(ids, account)
      await store.write((tx) => store.forms.insert(tx, taken))
      const stored: string[] = []

      const outcomes = await Promise.allSettled(
        Array.from({ length: 300 }, (_, index) =>
          store.write(async (tx) => {
            const form = sampleForm(ids, account, { name: `form ${index}` })
            await store.forms.insert(tx, form)
            if (index % 3 === 1) throw new Error(`failed on purpose: ${index}`)
            // The database itself rejects the second form with this id.
            if (index % 7 === 2) await store.forms.insert(tx, taken)
            return form.id
          }),
        ),
      )
      for (const [index, outcome] of outcomes.entries()) {
        const shouldFail = index % 3 === 1 || index % 7 === 2
        assert.equal(outcome.status, shouldFail ? 'rejected' : 'fulfilled', `write ${index}`)
        if (outcome.status === 'fulfilled') stored.push(outcome.value)
        else if (index % 3 === 1)
          assert.equal((outcome.reason as Error).message, `failed on purpose: ${index}`)
      }
      const { items } = await store.forms.list(account, {}, PAGE)
      assert.deepEqual(items.map((form) => form.id).toSorted(), [taken.id, ...stored].toSorted())
    },

    async 'All writes of a transaction become visible together, however often they are read'(subject) {
      const { store, ids } = subject
      const account = await subject.newAccount()
      const progress = { isWriting: true }
      const writes = Promise.all(
        Array.from({ length: 50 }, () =>
          store.write(async (tx) => {
            await store.forms.insert(tx, sampleForm(ids, account))
            await store.forms.insert(tx, sampleForm(ids, account))
          }),
        ),
      ).finally(() => (progress.isWriting = false))
      while (progress.isWriting) {
        const { items } = await store.forms.list(account, {}, PAGE)
        assert.equal(items.length % 2, 0)
        await new Promise(setImmediate)
      }
      await writes
      assert.equal((await store.forms.list(account, {}, PAGE)).total, 100)
    },

    async 'None of many concurrent changes to one record is lost'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      await Promise.all(
        Array.from({ length: 100 }, () => store.write((tx) => store.accounts.setPlan(tx, account, 'pro'))),
      )
      assert.equal((await store.accounts.find(account))?.accessVersion, 101)
    },

    async 'Transactions that lock the same records in opposite order are all carried out'(subject) {
      const { store } = subject
      const [a, b] = [await subject.newAccount(), await subject.newAccount()]
      await Promise.all([changeBoth(subject, [a, b]), changeBoth(subject, [b, a])])
      assert.equal((await store.accounts.find(a))?.accessVersion, 3)
      assert.equal((await store.accounts.find(b))?.accessVersion, 3)
    },

    async 'The store keeps working after failures'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      const failing = store.write(async () => {
        throw new Error('first')
      })
      await assert.rejects(failing, { message: 'first' })
      assert.equal(await store.write((tx) => store.accounts.setPlan(tx, account, 'pro')), true)
      await store.probe()
    },
  })
}

async function changeBoth({ store }: Subject, accounts: Awaited<ReturnType<Subject['newAccount']>>[]) {
  await store.write(async (tx) => {
    for (const account of accounts) await store.accounts.setPlan(tx, account, 'pro')
  })
}
