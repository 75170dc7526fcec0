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

describe('a condition', () => {
  it('may be true or false', () => {
    assert.equal(decide(true), true)
    assert.equal(decide(false), false)
  })

  it('may be an expression with or without brackets', () => {
    for (const text of ['{{ input.a > 1 }}', ' {{input.a > 1}} ', 'input.a > 1', '  input.a > 1  ']) {
      assert.equal(decide(text, { a: 2 }), true, text)
      assert.equal(decide(text, { a: 1 }), false, text)
    }
  })

  it('counts values as JavaScript does', () => {
    for (const no of ['""', '0', 'null', 'undefined', 'NaN', 'input.none', '-0'])
      assert.equal(decide(no), false, no)
    for (const yes of ['"0"', '"false"', '1', '[]', '{}', 'now']) {
      assert.equal(decide(`{{ ${yes} }}`), true, yes)
    }
  })

  it('must not be a text around expressions, which would always be true', () => {
    assert.match(problemOfCondition('{{ input.a }} > 1'), /one pair of brackets/)
    assert.match(problemOfCondition('{{ input.a }} == {{ input.b }}'), /one pair of brackets/)
  })

  it('must be one whole expression', () => {
    assert.match(problemOfCondition('input.a >'), /not finished/)
    assert.match(problemOfCondition('input.a input.b'), /`input.b` follows/)
    assert.match(problemOfCondition(''), /no expression/)
    assert.match(problemOfCondition('   '), /no expression/)
    assert.match(problemOfCondition('input.a }'), /`}` follows/)
  })

  it('must be of the right type', () => {
    for (const other of [1, null, undefined, {}, [], () => true]) {
      assert.match(problemOfCondition(other), /must be true, false or an expression/)
    }
  })

  it('knows what it reads', () => {
    const result = compileCondition('nodes.a.output.ok && item')
    assert.ok(result.ok)
    assert.deepEqual(result.condition.references, { nodes: ['a'], anyNode: false, names: ['nodes', 'item'] })
  })
})

describe('a bare expression', () => {
  it('gives its value', () => {
    const result = compileExpression('[input.a, now]')
    assert.ok(result.ok)
    assert.deepEqual(result.template.evaluate(makeScope({ input: { a: 1 } })), [
      1,
      '2026-01-31T12:00:00.000Z',
    ])
  })
})
