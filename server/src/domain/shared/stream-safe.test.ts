import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toStreamSafe } from './stream-safe.ts'

describe('toStreamSafe', () => {
  it('Keeps texts of any language', () => {
    for (const text of [
      '',
      'plain',
      'Zürich',
      'e\u0301\u0316',
      'ภาษาไทย',
      'हिन्दी',
      'a' + '\u0301'.repeat(30),
    ]) {
      assert.equal(toStreamSafe(text), text)
    }
  })

  it('Ends long runs of marks, so that normalizing takes linear time', () => {
    const marks = '\u0301\u0316'.repeat(15)
    assert.equal(toStreamSafe(`a${marks}${marks}b`), `a${marks}\u034f${marks}b`)
    // Some minutes without it.
    const long = `a${'\u0301\u0316'.repeat(300_000)}`
    assert.equal(toStreamSafe(long).normalize('NFC').length > 600_000, true)
  })
})
