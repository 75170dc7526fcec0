import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { probeInTime, ProbeTimeout } from './probe-in-time.ts'

describe('A probe with a time limit', () => {
  it('ends like the probe itself, if that is in time', async () => {
    const results = [Promise.resolve(), Promise.reject(new Error('not writable')), Promise.resolve()]
    const probe = probeInTime(() => results.shift() ?? assert.fail('too many probes'), 60_000)
    await probe()
    await assert.rejects(probe(), /not writable/)
    await probe()
  })

  it('fails when the probe takes too long, and probes again only when that has ended', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const begun: PromiseWithResolvers<void>[] = []
    const probe = probeInTime(() => {
      const next = Promise.withResolvers<void>()
      begun.push(next)
      return next.promise
    }, 3_000)
    for (let count = 0; count < 3; count += 1) {
      const refused = assert.rejects(probe(), ProbeTimeout)
      t.mock.timers.tick(3_000)
      await refused
    }
    assert.equal(begun.length, 1)
    const joined = probe()
    begun[0]?.resolve()
    await joined
    const next = probe()
    assert.equal(begun.length, 2)
    begun[1]?.reject(new Error('It ended late.'))
    await assert.rejects(next, /ended late/)
  })

  it('says that the probe took too long also to those who join it shortly before it fails', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const late = Promise.withResolvers<void>()
    const probe = probeInTime(() => late.promise, 3_000)
    const refused = assert.rejects(probe(), ProbeTimeout)
    t.mock.timers.tick(3_000)
    await refused
    const joined = assert.rejects(probe(), ProbeTimeout)
    late.reject(new Error('Query read timeout'))
    await joined
  })

  it('handles a probe that fails after everybody has given up', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const late = Promise.withResolvers<void>()
    const probe = probeInTime(() => late.promise, 3_000)
    const refused = assert.rejects(probe(), ProbeTimeout)
    t.mock.timers.tick(3_000)
    await refused
    late.reject(new Error('It ended late.'))
    // An unhandled rejection would fail the test.
    await assert.rejects(late.promise)
  })
})
