import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileNamedExpression, compileNamedTemplate, ExpressionError } from './index.ts'

const names = ['data', 'extra']

function evaluate(text: string, data: unknown, compile = compileNamedTemplate): unknown {
  const compiled = compile(text, names)
  assert.ok(compiled.ok, JSON.stringify(compiled))
  return compiled.text.evaluate({ data: data as never, extra: 7 })
}

describe('texts that read named values', () => {
  it('A template reads the values by name', () => {
    assert.equal(evaluate('{{ data.method ?? "GET" }} {{ data.url }}', { url: 'x' }), 'GET x')
    assert.equal(evaluate('{{ data.n + extra }}', { n: 1 }), 8)
    assert.equal(evaluate('no expression', {}), 'no expression')
  })

  it('An expression reads the values by name', () => {
    const handles = 'data.cases.map(one => "case:" + one.name).concat(["default"])'
    const data = { cases: [{ name: 'a' }, { name: 'b' }] }
    assert.deepEqual(evaluate(handles, data, compileNamedExpression), ['case:a', 'case:b', 'default'])
  })

  it('Parameters of arrow functions neither overwrite the values nor each other', () => {
    const text =
      '{{ [1, 2].map(x => [10, 20].map(y => x + y + extra).join()).join() }} {{ extra }} {{ data }}'
    assert.equal(evaluate(text, 5), '18,28,19,29 7 5')
    assert.equal(evaluate('{{ [1].map(data => data + extra) }} {{ data }}', 5), '[8] 5')
  })

  it('One compiled text can be evaluated with different values', () => {
    const compiled = compileNamedTemplate('{{ data }}', ['data'])
    assert.ok(compiled.ok)
    assert.deepEqual(
      [1, 'a', null].map((data) => compiled.text.evaluate({ data })),
      [1, 'a', null],
    )
    assert.equal(compiled.text.evaluate({}), null)
  })

  it('A name that was not given is unknown', () => {
    const compiled = compileNamedTemplate('{{ data.a }}', ['other'])
    assert.ok(!compiled.ok)
    assert.match(compiled.errors[0]?.message ?? '', /Unknown name `data`/)
  })

  it('The names of a run are empty, and budgets apply', () => {
    assert.equal(evaluate('{{ input?.a }}', {}), null)
    const compiled = compileNamedExpression('"x".repeat(1000000)', [])
    assert.ok(compiled.ok)
    assert.throws(() => compiled.text.evaluate({}, { text: 100 }), ExpressionError)
  })
})
