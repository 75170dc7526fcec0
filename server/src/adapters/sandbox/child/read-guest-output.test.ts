import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_OUTPUT_BYTES, MAX_OUTPUT_DEPTH } from '../protocol/sandbox-limits.ts'
import { readOutput } from './read-guest-output.ts'

const refusal = (bytes: Buffer) => {
  const output = readOutput(bytes)
  return output.ok ? assert.fail('must be refused') : output.message
}

describe('the output of a child', () => {
  it('is any JSON value', () => {
    for (const value of [null, 0, '', '[[{{', '"', '\\', [[]], { a: { b: ['constructor'] } }]) {
      assert.deepEqual(readOutput(Buffer.from(JSON.stringify(value))), { ok: true, value })
    }
  })

  it('is refused when it is no JSON, or no UTF-8', () => {
    for (const text of ['', '{', 'undefined', '1 2', 'NaN'])
      assert.match(refusal(Buffer.from(text)), /not JSON/)
    assert.match(refusal(Buffer.from([0x22, 0xff, 0x22])), /not JSON/)
  })

  it('is refused when it is too long or too deep', () => {
    assert.match(refusal(Buffer.alloc(MAX_OUTPUT_BYTES + 1, ' ')), /1 MiB/)
    const nest = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels))
    assert.ok(readOutput(nest(MAX_OUTPUT_DEPTH)).ok)
    assert.match(refusal(nest(MAX_OUTPUT_DEPTH + 1)), /deeper than 64/)
    assert.match(refusal(nest(100_000)), /deeper than 64/)
  })

  it('is refused with keys that lead to prototypes, however they are written', () => {
    for (const key of ['__proto__', 'constructor', 'prototype', String.raw`\u005f_proto__`]) {
      assert.match(refusal(Buffer.from(`{"a":[{"${key}":1}]}`)), /as a key/)
    }
  })
})
