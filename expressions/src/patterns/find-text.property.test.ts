import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findLastText, findText, splitAt } from './find-text.ts'

/** Texts that repeat themselves, and parts that nearly occur in them: what the host searches slowly. */
const unit = fc.constantFrom('a', 'ab', 'aab', 'b', 'é', '😀')
const repeated = fc.tuple(unit, fc.nat(300)).map(([part, count]) => part.repeat(count))
const text = fc.array(repeated, { maxLength: 6 }).map((parts) => parts.join(''))
const search = fc.tuple(text, fc.nat(900), fc.nat(500), text).map(([whole, from, length, other]) => ({
  whole,
  part: from % 3 === 0 ? other : whole.slice(from, from + length),
}))

describe('searches for texts', () => {
  it('They find the same as those of the host', () => {
    fc.assert(
      fc.property(search, fc.integer({ min: -3, max: 1_200 }), ({ whole, part }, from) => {
        assert.equal(findText(whole, part, from), whole.indexOf(part, from))
        assert.equal(findText(whole, part), whole.indexOf(part))
        assert.equal(findLastText(whole, part, from), whole.lastIndexOf(part, from))
        assert.equal(findLastText(whole, part), whole.lastIndexOf(part))
        assert.deepEqual(splitAt(whole, part, 50), whole.split(part, 50))
      }),
    )
  })

  it('A long part that nearly occurs everywhere is found in no time', () => {
    const whole = 'a'.repeat(1_000_000)
    for (const at of [0, 1, 100_000, 200_000, 399_999]) {
      const part = `${'a'.repeat(at)}b${'a'.repeat(399_999 - at)}`
      assert.equal(findText(whole, part), -1)
      assert.equal(findLastText(whole, part), -1)
      assert.equal(findText(`${whole}${part}`, part), 1_000_000)
      assert.equal(findLastText(`${part}${whole}`, part), 0)
      assert.deepEqual(splitAt(`${part}${whole}`, part, 10), ['', whole])
    }
  })
})
