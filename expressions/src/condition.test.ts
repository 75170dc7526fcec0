import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileCondition, compileExpression } from './condition.ts'
import { makeScope } from './testing/evaluate.ts'

function decide(condition: unknown, input: Record<string, number | string | null> = {}): boolean {
  const result = compileCondition(condition)
  assert.ok(result.ok, JSON.stringify(result))
  return result.condition.evaluate(makeScope({ input }))
}

function problemOfCondition(condition: unknown): string {
  const result = compileCondition(condition)
  assert.ok(!result.ok)
  return `${result.errors[0]?.message} ${result.errors[0]?.suggestion}`
}

describe('condition', () => {
  it('A condition can be true or false', () => {
    assert.equal(decide(true), true)
    assert.equal(decide(false), false)
  })

  it('A condition can be an expression with or without brackets', () => {
    for (const text of ['{{ input.a > 1 }}', ' {{input.a > 1}} ', 'input.a > 1', '  input.a > 1  ']) {
      assert.equal(decide(text, { a: 2 }), true, text)
      assert.equal(decide(text, { a: 1 }), false, text)
    }
  })

  it('A condition is truthy or falsy as in JavaScript', () => {
    for (const no of ['""', '0', 'null', 'undefined', 'NaN', 'input.none', '-0'])
      assert.equal(decide(no), false, no)
    for (const yes of ['"0"', '"false"', '1', '[]', '{}', 'now']) {
      assert.equal(decide(`{{ ${yes} }}`), true, yes)
    }
  })

  it('A condition cannot be a text around expressions, which would always be true', () => {
    assert.match(problemOfCondition('{{ input.a }} > 1'), /one pair of brackets/)
    assert.match(problemOfCondition('{{ input.a }} == {{ input.b }}'), /one pair of brackets/)
  })

  it('A condition must be a single complete expression', () => {
    assert.match(problemOfCondition('input.a >'), /is incomplete/)
    assert.match(problemOfCondition('input.a input.b'), /found `input.b`/)
    assert.match(problemOfCondition(''), /expression is empty/)
    assert.match(problemOfCondition('   '), /expression is empty/)
    assert.match(problemOfCondition('input.a }'), /found `}`/)
  })

  it('A condition must be a boolean or a text', () => {
    for (const other of [1, null, undefined, {}, [], () => true]) {
      assert.match(problemOfCondition(other), /must be true, false or an expression/)
    }
  })

  it('A condition lists its references', () => {
    const result = compileCondition('nodes.a.output.ok && item')
    assert.ok(result.ok)
    assert.deepEqual(result.condition.references, { nodes: ['a'], anyNode: false, names: ['nodes', 'item'] })
  })
})

describe('expression without brackets', () => {
  it('An expression without brackets returns its value', () => {
    const result = compileExpression('[input.a, now]')
    assert.ok(result.ok)
    assert.deepEqual(result.template.evaluate(makeScope({ input: { a: 1 } })), [
      1,
      '2026-01-31T12:00:00.000Z',
    ])
  })
})
