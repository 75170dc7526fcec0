import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPoll } from './read-poll.ts'

const data = { every_seconds: 60, url: 'https://example.com' }

describe('readPoll', () => {
  it('An expression is short enough to be compiled in one go', () => {
    const long = '{{ 1 }}'.repeat(6_000)
    assert.deepEqual(readPoll({ ...data, url: long, key: long }), {
      ok: false,
      problems: ['url', 'key'].map((parameter) => ({
        parameter,
        message: `\`${parameter}\` must not be larger than 32 KiB.`,
      })),
    })
    assert.equal(readPoll({ ...data, key: '{{ item.id }}' }).ok, true)
    assert.equal(readPoll({ ...data, url: long, key: long }, { long: 'accept' }).ok, true)
  })
})
