import assert from 'node:assert/strict'
import { type ConformanceOptions, testPromises } from './conformance-suite.ts'

export function testVaultCanaryStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'keeps the first canary, whoever else comes at the same time or later'({ store }) {
      assert.equal(await store.vaultCanary.read(), undefined)
      const rivals = Array.from({ length: 10 }, (_, n) => `canary ${n}`)
      const won = await Promise.all(
        rivals.map((sealed) => store.write((tx) => store.vaultCanary.write(tx, sealed))),
      )
      assert.equal(won.filter(Boolean).length, 1)
      const kept = rivals[won.indexOf(true)]
      assert.equal(await store.vaultCanary.read(), kept)
      assert.equal(await store.write((tx) => store.vaultCanary.write(tx, 'late')), false)
      assert.equal(await store.vaultCanary.read(), kept)
    },
  })
}
