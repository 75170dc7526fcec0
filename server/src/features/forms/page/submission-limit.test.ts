import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newSubmissionLimit, submissionKey } from './submission-limit.ts'

describe('the submission limit of form pages', () => {
  it('The submission limit covers ten minutes', () => {
    let now = 1_000_000
    const limit = newSubmissionLimit({ now: () => now }, 1)
    const key = submissionKey('form', '192.0.2.1')
    assert.equal(limit.take(key), undefined)
    assert.equal(limit.take(key), 600)
    now += 600_000
    assert.equal(limit.take(key), undefined)
  })

  it('Each form and each address is counted separately', () => {
    const keys = [
      submissionKey('one', '192.0.2.1'),
      submissionKey('two', '192.0.2.1'),
      submissionKey('one', '192.0.2.2'),
    ]
    assert.equal(new Set(keys).size, keys.length)
  })

  it('An IPv6 /64 counts as one address, and both spellings of an IPv4 address as the same', () => {
    const key = (from: string) => submissionKey('form', from)
    assert.equal(key('2001:db8:0:1::1'), key('2001:db8:0:1:ffff::2'))
    assert.notEqual(key('2001:db8:0:1::1'), key('2001:db8:0:2::1'))
    assert.equal(key('::ffff:192.0.2.1'), key('192.0.2.1'))
  })
})
