import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { switchNode } from './switch.node.ts'

const handlesOf = (data: JsonObject) =>
  typeof switchNode.handles === 'function' ? switchNode.handles(data) : assert.fail('fixed handles')
const problemsOf = (data: JsonObject) =>
  (switchNode.check?.(data) ?? []).map(({ parameter, message }) => `${parameter}: ${message}`)

function handleFor(value: JsonValue | undefined, cases: readonly JsonObject[]): string | undefined {
  const parameters = value === undefined ? { cases } : { value, cases }
  assert.ok(Compile(switchNode.parameters).Check(parameters))
  const result = switchNode.run(nodeCall({ parameters, previous: { x: 1 } }))
  assert.ok('ok' in result && result.ok)
  assert.deepEqual(result.output, { x: 1 })
  return result.handle
}

describe('`switch` node', () => {
  it('A `switch` node passes its input to the first case whose value is equal', () => {
    const cases = [
      { name: 'a', equals: 1 },
      { name: 'b', equals: 2 },
      { name: 'c', equals: 2 },
    ]
    assert.equal(handleFor(1, cases), 'case:a')
    assert.equal(handleFor(2, cases), 'case:b')
    assert.equal(handleFor(3, cases), 'default')
    assert.equal(handleFor(undefined, []), 'default')
  })

  it('A `switch` node compares JSON values deeply and without type conversion', () => {
    const only = (equals: JsonValue) => [{ name: 'same', equals }]
    assert.equal(
      handleFor({ b: [1, { c: null }], a: 'x' }, only({ a: 'x', b: [1, { c: null }] })),
      'case:same',
    )
    assert.equal(handleFor('5', only(5)), 'default')
    assert.equal(handleFor([1, 2], only([2, 1])), 'default')
    assert.equal(handleFor(null, only(null)), 'case:same')
    assert.equal(handleFor(null, only(false)), 'default')
  })

  it('A `switch` node uses evaluated conditions next to comparisons', () => {
    const cases = [
      { name: 'no', condition: false },
      { name: 'seven', equals: 7 },
      { name: 'yes', condition: true },
    ]
    assert.equal(handleFor(7, cases), 'case:seven')
    assert.equal(handleFor(8, cases), 'case:yes')
  })

  it('A `switch` node has one output per case and `default`', () => {
    const cases = [{ name: 'a' }, { name: '{{ x }}' }, { name: '' }, { name: 7 }, 'nothing', { name: 'a' }]
    assert.deepEqual(handlesOf({ cases }), ['case:a', 'case:{{ x }}', 'default'])
    assert.deepEqual(handlesOf({ cases: '{{ variables.cases }}' }), ['default'])
    assert.deepEqual(handlesOf({}), ['default'])
  })

  it('A `switch` node reports invalid cases when it is checked', () => {
    assert.deepEqual(problemsOf({ cases: [{ name: 'a', condition: 'input.x' }] }), [])
    assert.deepEqual(problemsOf({ value: null, cases: [{ name: 'a', equals: null }] }), [])
    assert.deepEqual(
      problemsOf({
        value: '{{ input.x }}',
        cases: [
          { name: 'a', equals: 1 },
          { name: 'a', equals: 2 },
          { condition: 'true' },
          { name: '', condition: 'true' },
          { name: 'b' },
          { name: 'c', equals: 1, condition: 'true' },
        ],
      }),
      [
        'cases.1.name: two cases have the name "a". Names must be unique.',
        'cases.2.name: case 3 needs a name.',
        'cases.3.name: case 4 needs a name.',
        'cases.4: case 5 needs `equals` or `condition`.',
        'cases.5: case 6 has both `equals` and `condition`. Remove one of them.',
      ],
    )
    assert.deepEqual(problemsOf({ cases: '{{ variables.cases }}' }), [
      'cases: the parameter `cases` cannot be an expression, because the cases define the outputs of the node.',
    ])
    assert.deepEqual(problemsOf({ cases: [{ name: 'a', equals: 1 }] }), [
      'value: case 1 uses `equals`, but the parameter `value` is missing.',
    ])
  })
})
