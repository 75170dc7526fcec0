import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { ACCESS_DELAY_MS, type AccountId, DAY_MS, MINUTE_MS } from '#domain/index.ts'
import type { RateCounters } from '#ports/index.ts'
import { type ConformanceOptions, testPromises } from '../conformance-suite.ts'

/** Noon: far from the boundaries of a minute and of a day. */
const NOON = Date.UTC(2026, 0, 31, 12, 0, 30)

export function testRateCounters(options: ConformanceOptions): void {
  testPromises(options, {
    async 'Each request is counted in its minute and its day'({ store, newAccount }) {
      const account = await newAccount()
      assert.deepEqual(await store.rates.add(account, NOON), { minute: 1, day: 1, accessVersion: 1 })
      assert.deepEqual(await store.rates.add(account, NOON + 5), { minute: 2, day: 2, accessVersion: 1 })
    },

    async 'The counts can be read without counting a request'({ store, newAccount }) {
      const account = await newAccount()
      assert.deepEqual(await store.rates.read(account, NOON), { minute: 0, day: 0 })
      await addMany(store.rates, account, NOON, 3)
      assert.deepEqual(await store.rates.read(account, NOON), { minute: 3, day: 3 })
      assert.deepEqual(await store.rates.read(account, NOON), { minute: 3, day: 3 })
    },

    async 'Each of many concurrent requests is counted once'({ store, newAccount }) {
      const [account, other] = [await newAccount(), await newAccount()]
      const [counts, otherCounts] = await Promise.all([
        addMany(store.rates, account, NOON, 500),
        addMany(store.rates, other, NOON, 100),
      ])
      assert.deepEqual(counts, upTo(500))
      assert.deepEqual(otherCounts, upTo(100))
    },

    async 'A new minute resets the count of the minute but not of the day'({ store, newAccount }) {
      const account = await newAccount()
      await addMany(store.rates, account, NOON, 3)
      assert.deepEqual(await store.rates.read(account, NOON + MINUTE_MS), { minute: 0, day: 3 })
      const counted = await store.rates.add(account, NOON + MINUTE_MS)
      assert.deepEqual([counted.minute, counted.day], [1, 4])
    },

    async 'A new day resets both counts'({ store, newAccount }) {
      const account = await newAccount()
      await addMany(store.rates, account, NOON, 3)
      const counted = await store.rates.add(account, NOON + DAY_MS)
      assert.deepEqual([counted.minute, counted.day], [1, 1])
    },

    async 'The last millisecond of a minute belongs to it, and the next one to the next minute'({
      store,
      newAccount,
    }) {
      const account = await newAccount()
      const edge = Date.UTC(2026, 0, 31, 12, 1)
      await store.rates.add(account, edge - 1)
      assert.equal((await store.rates.add(account, edge - 1)).minute, 2)
      assert.equal((await store.rates.add(account, edge)).minute, 1)
    },

    async 'Setting the clock back does not reset a limit'({ store, newAccount }) {
      const account = await newAccount()
      await addMany(store.rates, account, NOON, 3)
      const back = await store.rates.add(account, NOON - DAY_MS)
      assert.deepEqual([back.minute, back.day], [4, 4])
      const afterwards = await store.rates.add(account, NOON)
      assert.deepEqual([afterwards.minute, afterwards.day], [5, 5])
    },

    async 'A change of keys or plan is visible immediately'({ store, newAccount }) {
      const account = await newAccount()
      await store.rates.add(account, NOON)
      await store.write((tx) => store.accounts.setPlan(tx, account, 'pro'))
      assert.equal((await store.rates.add(account, NOON)).accessVersion, 2)
    },

    async 'A change by another process is visible after a delay that it can wait for'({
      store,
      fixture,
      newAccount,
    }) {
      const account = await newAccount()
      const other = await fixture.open()
      await store.rates.add(account, NOON)
      await other.write((tx) => other.accounts.setPlan(tx, account, 'pro'))
      await setTimeout(ACCESS_DELAY_MS)
      assert.equal((await store.rates.add(account, NOON)).accessVersion, 2)
      await other.close()
    },

    async 'The counts survive closing and reopening the store'({ fixture, newAccount }) {
      const account = await newAccount()
      const first = await fixture.open()
      await addMany(first.rates, account, NOON, 7)
      await first.close()
      const second = await fixture.open()
      assert.deepEqual(await second.rates.read(account, NOON), { minute: 7, day: 7 })
      assert.equal((await second.rates.add(account, NOON)).minute, 8)
      await second.close()
    },

    async 'Requests are counted together with every other process on the same database'({
      store,
      fixture,
      newAccount,
    }) {
      const account = await newAccount()
      const other = await fixture.open()
      const counts = await Promise.all([
        addMany(store.rates, account, NOON, 200),
        addMany(other.rates, account, NOON, 200),
      ])
      await other.close()
      assert.deepEqual(
        counts.flat().sort((a, b) => a - b),
        upTo(400),
      )
    },
  })
}

async function addMany(rates: RateCounters, account: AccountId, now: number, count: number) {
  const counted = await Promise.all(Array.from({ length: count }, async () => rates.add(account, now)))
  for (const { minute, day } of counted) assert.equal(minute, day)
  return counted.map(({ minute }) => minute)
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
