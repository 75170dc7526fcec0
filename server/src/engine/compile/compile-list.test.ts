import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { ExpressionError, finish, type Scope } from '@millrace/expressions'
import { compileList, memberRules } from './compile-list.ts'

const rules = { conditions: ['condition'], literals: ['name'] }

function compile(list: readonly JsonValue[]) {
  const result = finish(compileList(list, rules))
  assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.errors))
  return result.value
}

function scopeOf(input: JsonObject): Scope {
  return {
    input,
    previous: null,
    nodes: () => undefined,
    nodeNames: [],
    variables: {},
    vars: {},
    execution: {},
    now: 0,
  }
}

describe('compileList', () => {
  it('The rules of list members are found by the notation `list[].member`', () => {
    const kind = { conditions: ['other', 'cases[].condition'], literals: ['cases[].name', 'casesX[].y'] }
    assert.deepEqual(memberRules('cases', kind), rules)
    assert.equal(memberRules('other', kind), undefined)
    assert.equal(memberRules('cases', {}), undefined)
  })

  it('Conditions work with and without brackets, literals stay as they are, and the rest is evaluated', () => {
    const list = compile([
      { name: '{{ input.n }}', condition: 'input.n > 5' },
      { name: 'b', condition: '{{ input.n > 1 }}', equals: ['{{ input.n }}'] },
      'text {{ input.n }}',
    ])
    assert.equal(list.constant, false)
    assert.deepEqual(list.evaluate(scopeOf({ n: 2 })), [
      { name: '{{ input.n }}', condition: false },
      { name: 'b', condition: true, equals: [2] },
      'text 2',
    ])
  })

  it('Conditions after the first true one are not evaluated', () => {
    const list = compile([
      { name: 'none', condition: 'input.user == null' },
      { name: 'old', condition: 'input.user.age > 60' },
    ])
    const names = (input: JsonObject) =>
      (list.evaluate(scopeOf(input)) as { name: string; condition: boolean }[])
        .filter(({ condition }) => condition)
        .map(({ name }) => name)
    assert.deepEqual(names({ user: null }), ['none'])
    assert.deepEqual(names({ user: { age: 61 } }), ['old'])
    assert.deepEqual(names({ user: { age: 60 } }), [])
  })

  it('A list without conditions and templates is constant, whatever its literals contain', () => {
    assert.equal(compile([{ name: '{{ x }}', equals: 1 }]).constant, true)
    assert.equal(compile([{ name: 'a', equals: '{{ input.x }}' }]).constant, false)
  })

  it('All texts that cannot be parsed are reported together, each with its path', () => {
    const result = finish(
      compileList([{ condition: 'input.(' }, { equals: { deep: '{{ 1 + }}' } }, { condition: 7 }], rules),
    )
    assert.ok(!result.ok)
    assert.deepEqual(
      result.errors.map(({ path }) => path?.join('.')),
      ['0.condition', '1.equals.deep', '2.condition'],
    )
  })

  it('A text that cannot be evaluated is reported with its path', () => {
    const pathOf = (list: readonly JsonValue[]) => {
      try {
        compile(list).evaluate(scopeOf({}))
      } catch (error) {
        assert.ok(error instanceof ExpressionError)
        return error.problem.path?.join('.')
      }
      return assert.fail('the list was evaluated')
    }
    assert.equal(pathOf([{ condition: 'input.a.b' }]), '0.condition')
    assert.equal(pathOf([{ equals: 1 }, { equals: ['{{ input.a.b }}'] }]), '1.equals.0')
  })

  it('All expressions of a list share one budget', () => {
    const condition = 'input.list.every(x => x === 1) && false'
    const scope = scopeOf({ list: Array.from({ length: 5_000 }, () => 1) })
    const make = (count: number) =>
      compile(Array.from({ length: count }, (_, n) => ({ name: `case ${n}`, condition })))
    assert.equal((make(3).evaluate(scope) as readonly JsonValue[]).length, 3)
    assert.throws(() => make(100).evaluate(scope), /more than 100,000 steps/)
  })
})
