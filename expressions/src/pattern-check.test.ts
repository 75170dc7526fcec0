import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PatternCheck } from './pattern-check.ts'

const tooLarge = 'all patterns are too large together'

describe('checks of patterns', () => {
  it('A pattern must match the text as a whole', () => {
    const check = new PatternCheck()
    for (const long of [1, 5000]) {
      const table = [
        ['[a-z]+', 'a'.repeat(long), 'match'],
        ['[a-z]+', `${'a'.repeat(long)}1`, 'mismatch'],
        ['a|ab*c', `a${'b'.repeat(long)}c`, 'match'],
        ['(?i)A*', 'aA'.repeat(long), 'match'],
        ['\\w+\\b$', 'a'.repeat(long), 'match'],
        ['^x*^y', 'x'.repeat(long), 'mismatch'],
      ] as const
      for (const [pattern, text, expected] of table)
        assert.equal(check.compare(pattern, text), expected, pattern)
    }
    assert.equal(check.compare('', ''), 'match')
  })

  it('All texts of a check share its budget', () => {
    const check = new PatternCheck(100_000)
    const text = 'a'.repeat(10_000)
    const results = Array.from({ length: 10 }, () => check.compare('a+', text))
    assert.equal(results[0], 'match')
    assert.deepEqual(results.at(-1), { problem: 'the texts are too long for their patterns' })
    assert.equal(new PatternCheck(100_000).compare('a+', text), 'match')
  })

  it('Invalid and large patterns are refused', () => {
    assert.match(new PatternCheck().findProblem('(') ?? '', /missing/)
    assert.ok(new PatternCheck().findProblem('a(?=b)'))
    assert.equal(new PatternCheck().findProblem('(?:x{100}){9}'.repeat(70)), 'it is too large')
    assert.equal(new PatternCheck().findProblem('x{900}'.repeat(9)), 'it is too large')
    assert.equal(new PatternCheck().findProblem('x{900}'), undefined)
  })

  it('All patterns of a check are limited together', () => {
    const check = new PatternCheck()
    const problems = Array.from({ length: 500 }, (_, index) => check.findProblem(`x{900}${index}`))
    assert.equal(problems[0], undefined)
    assert.equal(problems.at(-1), tooLarge)
    assert.deepEqual(check.compare('another', 'text'), { problem: tooLarge })
    for (let count = 0; count < 700; count += 1) {
      assert.equal(new PatternCheck().findProblem(`x{450}${count}`), undefined)
    }
    const ordinary = new PatternCheck()
    for (let count = 0; count < 500; count += 1) {
      assert.equal(ordinary.findProblem(`^[A-Z]{2}-\\d{6}-${count}$`), undefined)
    }
  })
})
