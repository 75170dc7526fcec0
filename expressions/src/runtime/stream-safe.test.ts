import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '#expressions/testing/evaluate.ts'
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
      `a${'\u0301'.repeat(30)}`,
    ])
      assert.equal(toStreamSafe(text), text)
  })

  it('Ends long runs of marks', () => {
    const marks = '\u0301\u0316'.repeat(15)
    assert.equal(toStreamSafe(`a${marks}${marks}b`), `a${marks}\u034f${marks}b`)
  })

  it('Expressions normalize and compare long runs of marks in linear time', () => {
    // Half a minute each without it.
    const marks = `a${'\u0301\u0316'.repeat(100_000)}`
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
      assert.ok(evaluate(`input.normalize("${form}").length >= 200000`, marks), form)
    assert.equal(evaluate('input.localeCompare(input)', marks), 0)
    assert.equal(evaluate('input.a.localeCompare(input.b)', { a: marks, b: `b${marks}` }), -1)
  })

  it('Expressions normalize and compare ordinary texts as before', () => {
    assert.equal(evaluate('"e\u0301\u0316".normalize()'), 'e\u0301\u0316'.normalize())
    assert.equal(evaluate('"Z\u00fcrich".normalize("NFD")'), 'Zu\u0308rich')
    assert.equal(evaluate('"Zu\u0308rich".localeCompare("Z\u00fcrich")'), 0)
  })
})
