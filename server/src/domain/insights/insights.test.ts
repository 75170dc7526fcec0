import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { durationBin, quantileOfBins } from './duration-bins.ts'
import { fingerprintFailure } from './failure-fingerprint.ts'

const fingerprint = (message: string, code = 'X', nodeId: string | null = 'n') =>
  fingerprintFailure({ nodeId, code, message })

describe('durationBin', () => {
  it('Bins ascend, and a quantile is within 42 % of the exact value', () => {
    let last = -1
    for (let ms = 0; ms < 100_000; ms += 7) {
      const bin = durationBin(ms)
      assert.ok(bin >= last)
      last = bin
      const shown = quantileOfBins(new Map([[bin, 3]]), 0.5) ?? assert.fail()
      assert.ok(Math.abs(shown - ms) <= Math.max(1, ms * 0.42), `${ms} ms is shown as ${shown} ms`)
    }
  })

  it('The median and the 95th percentile are in the bins that hold them', () => {
    const bins = new Map<number, number>()
    for (let ms = 1; ms <= 1_000; ms += 1) bins.set(durationBin(ms), (bins.get(durationBin(ms)) ?? 0) + 1)
    const [median, p95] = [quantileOfBins(bins, 0.5), quantileOfBins(bins, 0.95)]
    assert.ok(median !== null && Math.abs(median - 500) < 60, `${median}`)
    assert.ok(p95 !== null && Math.abs(p95 - 950) < 100, `${p95}`)
    assert.equal(quantileOfBins(new Map(), 0.5), null)
    assert.equal(quantileOfBins(new Map([[0, 5]]), 0.95), 0)
  })
})

describe('fingerprintFailure', () => {
  it('Messages that differ in numbers, identifiers, times and addresses are one cause', () => {
    const causes = [
      'Order 17 of ada@example.com (018f0000-0000-7000-8000-000000000000) failed at 2026-01-31T08:30:00.000Z',
      'Order 4,711 of bob@example.org (018f0000-1111-7000-8000-000000000001) failed at 2026-02-01',
      'Order  1.5 of c.d+e@example.net (018f0000-2222-7000-8000-000000000002) failed at 2026-02-01 10:00',
    ]
    assert.equal(new Set(causes.map((message) => fingerprint(message))).size, 1)
  })

  it('The node, the code, the words and the status of an answer make a different cause', () => {
    const causes = [
      fingerprint('It failed'),
      fingerprint('It broke'),
      fingerprint('It failed', 'Y'),
      fingerprint('It failed', 'X', 'm'),
      fingerprint('It failed', 'X', null),
      fingerprint('The service answered 402'),
      fingerprint('The service answered 500'),
    ]
    assert.equal(new Set(causes).size, causes.length)
  })

  it('A hostile message of any length is normalised quickly', () => {
    const started = performance.now()
    for (const part of ['1', 'a@', '0a', '1.', ' ', '-1']) fingerprint(part.repeat(100_000))
    assert.ok(performance.now() - started < 500)
  })
})
