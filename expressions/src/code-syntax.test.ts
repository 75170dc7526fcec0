import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findCodeProblem } from './code-syntax.ts'

describe('findCodeProblem', () => {
  it('Valid bodies of async functions have no problem', () => {
    for (const code of [
      '',
      'return 1',
      'await input.x',
      'const { a } = input\nreturn [...a]',
      '// only a comment',
    ])
      assert.equal(findCodeProblem(code), undefined, code)
  })

  it('Line and column count in the code of the user', () => {
    assert.deepEqual(findCodeProblem('retrun 1'), { message: 'Unexpected token', line: 1, column: 8 })
    assert.deepEqual(findCodeProblem('const a = 1\nconst a = 2'), {
      message: "Identifier 'a' has already been declared",
      line: 2,
      column: 7,
    })
    assert.deepEqual(findCodeProblem('if (input.x) {\n  return 1'), {
      message: 'A bracket or a value is missing at the end',
      line: 2,
      column: 11,
    })
  })

  it('Strict mode applies, as in the sandbox', () => {
    assert.match(findCodeProblem('with (input) { return a }')?.message ?? '', /strict/)
    assert.notEqual(findCodeProblem('return 010'), undefined)
  })

  it('Code that is nested too deeply is left to the sandbox', () => {
    assert.equal(findCodeProblem('('.repeat(100_000) + ')'.repeat(100_000)), undefined)
  })
})
