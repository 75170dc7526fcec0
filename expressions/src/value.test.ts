import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ExpressionError } from './runtime/problem.ts'
import type { JsonValue } from './runtime/values.ts'
import { makeScope } from './testing/evaluate.ts'
import { compileValue } from './value.ts'

function compile(value: JsonValue) {
  const result = compileValue(value)
  assert.ok(result.ok, JSON.stringify(result))
  return result.value
}

describe('parameter value', () => {
  it('Every text in a value is evaluated, at any depth', () => {
    const value = compile({
      name: '{{ input.name }}',
      list: ['a', '{{ input.n + 1 }}', { deep: 'n={{ input.n }}' }],
      number: 3,
      empty: null,
    })
    assert.equal(value.constant, false)
    assert.deepEqual(value.evaluate(makeScope({ input: { name: 'Ada', n: 1 } })), {
      name: 'Ada',
      list: ['a', 2, { deep: 'n=1' }],
      number: 3,
      empty: null,
    })
  })

  it('Property names are never evaluated', () => {
    const value = compile({ '{{ input.a }}': '{{ 1 }}' })
    assert.deepEqual(value.evaluate(makeScope()), { '{{ input.a }}': 1 })
  })

  it('A value without expressions is returned without a copy', () => {
    const source = { a: ['b', { c: 1 }] }
    const value = compile(source)
    assert.equal(value.constant, true)
    assert.equal(value.evaluate(makeScope()), source)
  })

  it('A constant text with brackets is evaluated', () => {
    assert.deepEqual(compile(['{{ "{{" }}']).evaluate(makeScope()), ['{{'])
  })

  it('The result of an expression is never evaluated again', () => {
    const data = { text: '{{ 1 + 1 }}' }
    assert.deepEqual(
      compile({ a: '{{ input.text }}', b: 'x {{ input.text }}' }).evaluate(makeScope({ input: data })),
      {
        a: '{{ 1 + 1 }}',
        b: 'x {{ 1 + 1 }}',
      },
    )
  })

  it('A value collects the references of all its texts', () => {
    assert.deepEqual(compile({ a: '{{ nodes.x.output }}', b: ['{{ nodes.y.output + item }}'] }).references, {
      nodes: ['x', 'y'],
      anyNode: false,
      names: ['nodes', 'item'],
    })
  })

  it('All problems of a value are reported with the path of each text', () => {
    const result = compileValue({ a: '{{ foo }}', b: [1, { c: 'x {{ bar }}' }] })
    assert.ok(!result.ok)
    assert.deepEqual(
      result.errors.map(({ path, position }) => ({ path, offset: position.offset })),
      [
        { path: ['a'], offset: 3 },
        { path: ['b', 1, 'c'], offset: 5 },
      ],
    )
  })

  it('A text that fails during evaluation is reported with its path', () => {
    assert.throws(
      () => compile({ headers: { to: '{{ input.user.email }}' } }).evaluate(makeScope()),
      (error: unknown) => error instanceof ExpressionError && error.problem.path?.join('.') === 'headers.to',
    )
  })

  it('All texts of a value share one budget', () => {
    const value = compile(Array.from({ length: 50 }, () => '{{ 1 + 1 }}'))
    assert.throws(() => value.evaluate(makeScope(), { steps: 49 }), ExpressionError)
    assert.equal((value.evaluate(makeScope(), { steps: 50 }) as unknown[]).length, 50)
  })

  it('Property names that lead to prototypes, and excessive nesting, are refused', () => {
    const parsed = JSON.parse('{"a":{"__proto__":{"x":1}}}') as JsonValue
    const result = compileValue(parsed)
    assert.ok(!result.ok)
    assert.match(result.errors[0]?.message ?? '', /__proto__/)
    let deep: JsonValue = '{{ 1 }}'
    for (let level = 0; level < 5000; level += 1) deep = [deep]
    const tooDeep = compileValue(deep)
    assert.ok(!tooDeep.ok)
    assert.match(tooDeep.errors[0]?.message ?? '', /nested more than 64 levels deep/)
  })
})
