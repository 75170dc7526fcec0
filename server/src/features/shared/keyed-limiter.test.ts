import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KeyedLimiter } from './keyed-limiter.ts'

const WINDOW_MS = 600_000
const MAX_KEYS = 100

function newLimiter(limit: number) {
  let now = 1_000_000
  const limiter = new KeyedLimiter({
    clock: { now: () => now },
    limit,
    windowMs: WINDOW_MS,
    maxKeys: MAX_KEYS,
  })
  const pass = (ms: number) => {
    now += ms
  }
  return { limiter, pass }
}

describe('KeyedLimiter', () => {
  it('A limiter allows the limit per window, returns the seconds to wait beyond it, and starts over afterwards', () => {
    const { limiter, pass } = newLimiter(2)
    assert.equal(limiter.take('key'), undefined)
    pass(60_000)
    assert.equal(limiter.take('key'), undefined)
    assert.equal(limiter.take('key'), 9 * 60)
    pass(WINDOW_MS - 60_000 - 1)
    assert.equal(limiter.take('key'), 1)
    pass(1)
    assert.equal(limiter.take('key'), undefined)
    assert.equal(limiter.take('key'), undefined)
    assert.equal(limiter.take('key'), WINDOW_MS / 1000)
  })

  it('A limiter counts each key separately', () => {
    const { limiter } = newLimiter(1)
    assert.equal(limiter.take('one'), undefined)
    assert.equal(limiter.take('two'), undefined)
    assert.notEqual(limiter.take('one'), undefined)
  })

  it('A request that is given back does not count, and the count never drops below zero', () => {
    const { limiter } = newLimiter(1)
    for (let count = 0; count < 5; count += 1) {
      assert.equal(limiter.take('key'), undefined)
      limiter.giveBack('key')
    }
    limiter.giveBack('key')
    assert.equal(limiter.take('key'), undefined)
    assert.notEqual(limiter.take('key'), undefined)
  })

  it('A forgotten key starts at zero', () => {
    const { limiter } = newLimiter(1)
    limiter.take('key')
    assert.notEqual(limiter.take('key'), undefined)
    limiter.forget('key')
    assert.equal(limiter.take('key'), undefined)
  })

  it('A limit of 0 allows everything', () => {
    const { limiter } = newLimiter(0)
    for (let count = 0; count < 1_000; count += 1) assert.equal(limiter.take('key'), undefined)
  })

  it('A full limiter evicts the least recently used of the keys that came once', () => {
    const { limiter } = newLimiter(1)
    for (let count = 0; count <= MAX_KEYS; count += 1) limiter.take(`key ${count}`)
    assert.notEqual(limiter.take(`key ${MAX_KEYS}`), undefined)
    assert.equal(limiter.take('key 0'), undefined)
  })

  it('A limited key stays limited through a flood of new keys', () => {
    const { limiter } = newLimiter(3)
    for (let count = 0; count < 3; count += 1) assert.equal(limiter.take('limited'), undefined)
    for (let count = 0; count < 100 * MAX_KEYS; count += 1) limiter.take(`new ${count}`)
    assert.notEqual(limiter.take('limited'), undefined)
  })

  it('A key close to its limit keeps its count through a flood of new keys', () => {
    const { limiter } = newLimiter(3)
    for (let count = 0; count < 2; count += 1) assert.equal(limiter.take('close'), undefined)
    for (let count = 0; count < 100 * MAX_KEYS; count += 1) limiter.take(`new ${count}`)
    assert.equal(limiter.take('close'), undefined)
    assert.notEqual(limiter.take('close'), undefined)
  })

  it('New keys are still counted when keys that came back fill their half of the memory', () => {
    const { limiter } = newLimiter(2)
    for (let count = 0; count < 2 * MAX_KEYS; count += 1) {
      for (let times = 0; times < 3; times += 1) limiter.take(`flood ${count}`)
    }
    limiter.take('new')
    for (let count = 0; count < MAX_KEYS / 4; count += 1) limiter.take(`other ${count}`)
    assert.equal(limiter.take('new'), undefined)
    assert.notEqual(limiter.take('new'), undefined)
  })

  it('A limited key is evicted only after half of the memory came back more recently and the rest was replaced', () => {
    const { limiter } = newLimiter(1)
    limiter.take('limited')
    assert.notEqual(limiter.take('limited'), undefined)
    const isLimitedAfter = (twice: number, once: number) => {
      for (let count = 0; count < twice; count += 1) {
        limiter.take(`twice ${count}`)
        limiter.take(`twice ${count}`)
      }
      for (let count = 0; count < once; count += 1) limiter.take(`once ${count}`)
      return limiter.take('limited') !== undefined
    }
    assert.equal(isLimitedAfter(MAX_KEYS / 2 - 1, 10 * MAX_KEYS), true)
    assert.equal(isLimitedAfter(MAX_KEYS / 2, MAX_KEYS / 4), true)
    assert.equal(isLimitedAfter(MAX_KEYS / 2, MAX_KEYS), false)
  })
})
