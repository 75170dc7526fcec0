import assert from 'node:assert/strict'
import { type AccountId, DAY_MS, MINUTE_MS } from '#domain/index.ts'
import type { RateCounters } from '#ports/index.ts'
import { type ConformanceOptions, testPromises } from './conformance-suite.ts'

/** Noon: far from the edges of a minute and of a day. */
const NOON = Date.UTC(2026, 0, 31, 12, 0, 30)

export function testRateCounters(options: ConformanceOptions): void {
  testPromises(options, {
    async 'counts each request in its minute and its day'({ store, newAccount }) {
      const account = await newAccount()
      assert.deepEqual(await store.rates.add(account, NOON), { minute: 1, day: 1, accessVersion: 1 })
      assert.deepEqual(await store.rates.add(account, NOON + 5), { minute: 2, day: 2, accessVersion: 1 })
    },

    async 'tells the sums without adding'({ store, newAccount }) {
      const account = await newAccount()
      assert.deepEqual(await store.rates.read(account, NOON), { minute: 0, day: 0 })
      await addMany(store.rates, account, NOON, 3)
      assert.deepEqual(await store.rates.read(account, NOON), { minute: 3, day: 3 })
      assert.deepEqual(await store.rates.read(account, NOON), { minute: 3, day: 3 })
    },

    async 'gives each of many simultaneous requests a place of its own'({ store, newAccount }) {
      const [account, other] = [await newAccount(), await newAccount()]
      const [places, otherPlaces] = await Promise.all([
        addMany(store.rates, account, NOON, 500),
        addMany(store.rates, other, NOON, 100),
      ])
      assert.deepEqual(places, upTo(500))
      assert.deepEqual(otherPlaces, upTo(100))
    },

    async 'begins anew with the minute and goes on with the day'({ store, newAccount }) {
      const account = await newAccount()
      await addMany(store.rates, account, NOON, 3)
      assert.deepEqual(await store.rates.read(account, NOON + MINUTE_MS), { minute: 0, day: 3 })
      const counted = await store.rates.add(account, NOON + MINUTE_MS)
      assert.deepEqual([counted.minute, counted.day], [1, 4])
    },

    async 'begins both anew with the day'({ store, newAccount }) {
      const account = await newAccount()
      await addMany(store.rates, account, NOON, 3)
      const counted = await store.rates.add(account, NOON + DAY_MS)
      assert.deepEqual([counted.minute, counted.day], [1, 1])
    },

    async 'counts the last millisecond of a minute to it, and the next to the next'({ store, newAccount }) {
      const account = await newAccount()
      const edge = Date.UTC(2026, 0, 31, 12, 1)
      await store.rates.add(account, edge - 1)
      assert.equal((await store.rates.add(account, edge - 1)).minute, 2)
      assert.equal((await store.rates.add(account, edge)).minute, 1)
    },

    async 'gives nobody a fresh allowance when the clock is set back'({ store, newAccount }) {
      const account = await newAccount()
      await addMany(store.rates, account, NOON, 3)
      const back = await store.rates.add(account, NOON - DAY_MS)
      assert.deepEqual([back.minute, back.day], [4, 4])
      const forth = await store.rates.add(account, NOON)
      assert.deepEqual([forth.minute, forth.day], [5, 5])
    },

    async 'tells at once when keys or plan were changed'({ store, home, newAccount }) {
      const account = await newAccount()
      await store.rates.add(account, NOON)
      const other = await home.open()
      await other.write((tx) => other.accounts.setPlan(tx, account, 'pro'))
      await other.close()
      assert.equal((await store.rates.add(account, NOON)).accessVersion, 2)
    },

    async 'keeps the sums when a store is closed and opened again'({ home, newAccount }) {
      const account = await newAccount()
      const first = await home.open()
      await addMany(first.rates, account, NOON, 7)
      await first.close()
      const second = await home.open()
      assert.deepEqual(await second.rates.read(account, NOON), { minute: 7, day: 7 })
      assert.equal((await second.rates.add(account, NOON)).minute, 8)
      await second.close()
    },

    async 'counts together with every other process on the same database'({ store, home, newAccount }) {
      const account = await newAccount()
      const other = await home.open()
      const places = await Promise.all([
        addMany(store.rates, account, NOON, 200),
        addMany(other.rates, account, NOON, 200),
      ])
      await other.close()
      assert.deepEqual(
        places.flat().sort((a, b) => a - b),
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
