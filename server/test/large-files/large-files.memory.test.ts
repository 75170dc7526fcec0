import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { StoreKind } from '../crash/service/crash-store.ts'
import { inMebibytes, MAX_GROWTH, WayMeasurement } from './measure-ways.ts'
import { WAYS } from './ways.ts'

/** Everything else reads and writes contents in the same way; `npm run test:large-files` tries all. */
const ELSEWHERE = new Set(['an upload', 'a download', 'the attachment of an email'])
const MEASURED: readonly (readonly [StoreKind, typeof WAYS])[] = [
  ['sqlite', WAYS],
  ['postgres', WAYS.filter(({ name }) => ELSEWHERE.has(name))],
  ['sqlite-s3', WAYS.filter(({ name }) => ELSEWHERE.has(name))],
]

for (const [store, ways] of MEASURED) {
  describe(`Files of 100 MiB on ${store}`, { skip: process.platform !== 'linux' }, () => {
    let measurement: WayMeasurement
    before(async () => {
      measurement = await WayMeasurement.open(store)
    })
    after(() => measurement.close())

    for (const way of ways) {
      it(`A file of 100 MiB passes through ${way.name} on ${store} in less than 30 MiB of memory`, async (t) => {
        const { start, peak } = await measurement.measure(way)
        const growth = inMebibytes(peak - start)
        t.diagnostic(`${store}, ${way.name}: ${growth} MiB more than ${inMebibytes(start)} MiB`)
        assert.ok(peak - start < MAX_GROWTH, `the memory of the service grew by ${growth} MiB`)
      })
    }
  })
}
