import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_OUTPUT_BYTES, MAX_OUTPUT_DEPTH } from '../protocol/sandbox-limits.ts'
import { readOutput } from './read-guest-output.ts'

const refusal = (bytes: Buffer) => {
  const output = readOutput(bytes)
  return output.ok ? assert.fail('must be refused') : output.message
}

describe('output of a child', () => {
  it('Any JSON value is accepted as output', () => {
    for (const value of [
      null,
      0,
      '',
      '[[{{',
      '"',
      '\\',
      [[]],
      { a: { b: ['constructor'] } },
      { constructor: 1, prototype: 2 },
    ]) {
      assert.deepEqual(readOutput(Buffer.from(JSON.stringify(value))), { ok: true, value })
    }
  })

  it('Output that is not valid JSON or UTF-8 is refused', () => {
    for (const text of ['', '{', 'undefined', '1 2', 'NaN'])
      assert.match(refusal(Buffer.from(text)), /not valid JSON/)
    assert.match(refusal(Buffer.from([0x22, 0xff, 0x22])), /not valid JSON/)
  })

  it('Output that is too large or nested too deeply is refused', () => {
    assert.match(refusal(Buffer.alloc(MAX_OUTPUT_BYTES + 1, ' ')), /1 MiB/)
    const nest = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels))
    assert.ok(readOutput(nest(MAX_OUTPUT_DEPTH)).ok)
    assert.match(refusal(nest(MAX_OUTPUT_DEPTH + 1)), /more than 64 levels/)
    assert.match(refusal(nest(100_000)), /more than 64 levels/)
  })

  it('Output with keys that lead to prototypes is refused, even if they are escaped', () => {
    for (const key of ['__proto__', String.raw`\u005f_proto__`]) {
      assert.match(refusal(Buffer.from(`{"a":[{"${key}":1}]}`)), /as a key/)
    }
  })
})
