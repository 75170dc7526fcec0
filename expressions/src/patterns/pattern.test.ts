import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PatternCheck, PatternProblem } from './pattern.ts'

function isProblem(message: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof PatternProblem && message.test(error.message)
}

describe('checks of patterns', () => {
  it('A pattern must match the text as a whole', () => {
    const check = new PatternCheck()
    for (const long of [1, 5000]) {
      assert.equal(check.matches('[a-z]+', 'a'.repeat(long)), true)
      assert.equal(check.matches('[a-z]+', `${'a'.repeat(long)}1`), false)
      assert.equal(check.matches('a|ab*c', `a${'b'.repeat(long)}c`), true)
      assert.equal(check.matches('(?i)A*', 'aA'.repeat(long)), true)
      assert.equal(check.matches('\\w+\\b$', 'a'.repeat(long)), true)
      assert.equal(check.matches('^x*^y', 'x'.repeat(long)), false)
    }
    assert.equal(check.matches('', ''), true)
  })

  it('All texts of a check share its budget', () => {
    const check = new PatternCheck(100_000)
    const text = 'a'.repeat(10_000)
    assert.equal(check.matches('a+', text), true)
    assert.throws(
      () => {
        for (let count = 0; count < 10; count += 1) check.matches('a+', text)
      },
      isProblem(/too long/),
    )
    assert.equal(new PatternCheck(100_000).matches('a+', text), true)
  })

  it('Invalid and large patterns are refused', () => {
    assert.throws(() => new PatternCheck().compile('('), PatternProblem)
    assert.throws(() => new PatternCheck().compile('a(?=b)'), PatternProblem)
    assert.throws(
      () => new PatternCheck().compile('(?:x{100}){9}'.repeat(70)),
      isProblem(/^it is too large$/),
    )
    assert.throws(() => new PatternCheck().compile('x{900}'.repeat(9)), isProblem(/^it is too large$/))
  })

  it('All patterns of a check are limited together', () => {
    const check = new PatternCheck()
    const isTooMuch = isProblem(/too large together/)
    assert.throws(() => {
      for (let count = 0; count < 500; count += 1) check.compile(`x{900}${count}`)
    }, isTooMuch)
    assert.throws(() => check.matches('another', 'text'), isTooMuch)
    for (let count = 0; count < 700; count += 1) new PatternCheck().compile(`x{450}${count}`)
    const ordinary = new PatternCheck()
    for (let count = 0; count < 500; count += 1) ordinary.compile(`^[A-Z]{2}-\\d{6}-${count}$`)
  })
})
