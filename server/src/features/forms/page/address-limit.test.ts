import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AddressLimit } from './address-limit.ts'

const MINUTE = 60_000

function newLimit(most: number) {
  let now = 1_000_000
  const limit = new AddressLimit({ now: () => now }, most)
  const pass = (ms: number) => {
    now += ms
  }
  return { limit, pass }
}

describe('the limit of an address', () => {
  it('lets so many through in ten minutes, tells how long to wait, and starts anew', () => {
    const { limit, pass } = newLimit(2)
    assert.equal(limit.take('form', '192.0.2.1'), undefined)
    pass(MINUTE)
    assert.equal(limit.take('form', '192.0.2.1'), undefined)
    assert.equal(limit.take('form', '192.0.2.1'), 9 * 60)
    pass(9 * MINUTE - 1)
    assert.equal(limit.take('form', '192.0.2.1'), 1)
    pass(1)
    assert.equal(limit.take('form', '192.0.2.1'), undefined)
  })

  it('counts every form and every address for itself', () => {
    const { limit } = newLimit(1)
    assert.equal(limit.take('one', '192.0.2.1'), undefined)
    assert.equal(limit.take('two', '192.0.2.1'), undefined)
    assert.equal(limit.take('one', '192.0.2.2'), undefined)
    assert.notEqual(limit.take('one', '192.0.2.1'), undefined)
  })

  it('takes a network of IPv6 for one address, and IPv4 in either spelling for the same', () => {
    const { limit } = newLimit(1)
    assert.equal(limit.take('form', '2001:db8:0:1::1'), undefined)
    assert.notEqual(limit.take('form', '2001:db8:0:1:ffff::2'), undefined)
    assert.equal(limit.take('form', '2001:db8:0:2::1'), undefined)
    assert.equal(limit.take('form', '::ffff:192.0.2.1'), undefined)
    assert.notEqual(limit.take('form', '192.0.2.1'), undefined)
  })

  it('gives back what was not stored', () => {
    const { limit } = newLimit(1)
    for (let tries = 0; tries < 5; tries += 1) {
      assert.equal(limit.take('form', '192.0.2.1'), undefined)
      limit.giveBack('form', '192.0.2.1')
    }
    limit.giveBack('form', '192.0.2.1')
    assert.equal(limit.take('form', '192.0.2.1'), undefined)
    assert.notEqual(limit.take('form', '192.0.2.1'), undefined)
  })

  it('can be lifted', () => {
    const { limit } = newLimit(0)
    for (let count = 0; count < 1_000; count += 1) assert.equal(limit.take('form', '192.0.2.1'), undefined)
  })

  it('does not remember without end', () => {
    const { limit } = newLimit(1)
    for (let n = 0; n <= 10_000; n += 1) limit.take(`form ${n}`, '192.0.2.1')
    assert.equal(limit.take('form 0', '192.0.2.1'), undefined)
  })
})
