import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { compileCondition } from './condition.ts'
import { functions, methodsByKind, namespaces } from './functions/table.ts'
import { ExpressionError } from './runtime/problem.ts'
import type { JsonValue } from './runtime/values.ts'
import { compileTemplate } from './template.ts'
import { evaluateText, makeScope } from './testing/evaluate.ts'
import { tokens } from './testing/tokens.ts'
import { compileValue } from './value.ts'

const soup = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...tokens) },
      { weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
    ),
    {
      maxLength: 25,
    },
  )
  .chain((parts) => fc.constantFrom('', ' ').map((space) => parts.join(space)))

/** Source that is likely to parse: a value followed by random calls and operators. */
const atom = fc.constantFrom(
  'input',
  'input.list',
  'input.text',
  '"ab"',
  '[1, "b", null]',
  '({ a: 1 })',
  'now',
  '/a/g',
  '3',
  'null',
)
const names = [...methodsByKind.values()].flatMap((table) => [...table.keys()])
const argument = fc.oneof(
  atom,
  fc.constantFrom(
    'x => x',
    '(a, b) => a - b',
    '...input.list',
    '-1',
    '1e9',
    'Infinity',
    'Number',
    '"days"',
    '{ days: 1 }',
    '"$&$`"',
  ),
)
const call = fc
  .tuple(
    atom,
    fc.array(fc.tuple(fc.constantFrom(...names), fc.array(argument, { maxLength: 3 })), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(
    ([start, calls]) => `(${start})${calls.map(([name, args]) => `.${name}(${args.join(', ')})`).join('')}`,
  )

const globalCall = fc
  .tuple(
    fc.constantFrom(
      ...functions.keys(),
      ...[...namespaces].flatMap(([space, table]) => [...table.keys()].map((name) => `${space}.${name}`)),
    ),
    fc.array(argument, { maxLength: 3 }),
  )
  .map(([name, args]) => `${name}(${args.join(', ')})`)

const input: JsonValue = { list: [3, 'x', null, { a: [1] }], text: 'abc a1', x: 1 }

/** The possible outcomes for a text: a value that is plain data, or a problem. */
function mustBehave(text: string): void {
  const compiled = compileTemplate(text)
  const condition = compileCondition(text)
  const value = compileValue({ a: [text] })
  assert.equal(value.ok, compiled.ok)
  for (const result of [compiled, condition, value]) {
    if (result.ok) continue
    assert.ok(result.errors.length > 0)
    for (const { message, position, excerpt } of result.errors) {
      assert.ok(message.length > 0 && message.length < 1000)
      assert.ok(
        position.offset >= 0 && position.offset <= text.length && position.line >= 1 && position.column >= 1,
      )
      assert.ok(excerpt.length <= 80)
    }
  }
  if (!compiled.ok) return
  try {
    const result = compiled.template.evaluate(makeScope({ input }), { work: 2_000_000 })
    assert.deepEqual(JSON.parse(JSON.stringify(result)), result)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
  }
}

describe('arbitrary source', () => {
  it('Arbitrary characters yield a value or a problem', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(fc.property(anything, mustBehave), { numRuns: 500 })
    fc.assert(
      fc.property(anything, (text) => mustBehave(`{{${text}}}`)),
      { numRuns: 1000 },
    )
  })

  it('Arbitrary tokens of the language yield a value or a problem', () => {
    fc.assert(fc.property(soup, mustBehave), { numRuns: 1000 })
    fc.assert(
      fc.property(soup, (text) => mustBehave(`{{ ${text} }}`)),
      { numRuns: 3000 },
    )
  })

  it('Random function calls yield a value or a problem', () => {
    let values = 0
    fc.assert(
      fc.property(fc.oneof(call, globalCall), (text) => {
        mustBehave(`{{ ${text} }}`)
        values += compileTemplate(`{{ ${text} }}`).ok ? 1 : 0
      }),
      { numRuns: 4000 },
    )
    assert.ok(values > 2000, `most of them compile: ${values}`)
  })

  it('Evaluation changes neither prototypes nor the input', () => {
    assert.deepEqual(Object.keys(Object.prototype), [])
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
    assert.deepEqual(input, { list: [3, 'x', null, { a: [1] }], text: 'abc a1', x: 1 })
  })
})

describe('arbitrary data', () => {
  const text = fc.oneof(
    soup,
    call.map((source) => `{{ ${source} }}`),
    fc.string({ unit: 'binary' }),
  )

  it('Data that looks like an expression is returned unchanged', () => {
    fc.assert(
      fc.property(text, (x) => {
        assert.equal(evaluateText('{{ input.x }}', { input: { x } }), x)
        assert.equal(evaluateText('<{{ input.x }}>', { input: { x } }), `<${x}>`)
        assert.deepEqual(evaluateText('{{ [input.x, { a: input.x }] }}', { input: { x } }), [x, { a: x }])
        assert.equal(evaluateText('{{ "" + input.x }}', { input: { x } }), x)
      }),
      { numRuns: 1000 },
    )
  })

  it('Data made of any token is returned unchanged', () => {
    for (const token of tokens) {
      assert.equal(evaluateText('{{ input[0] }}', { input: [token] }), token)
      assert.equal(evaluateText('a {{ input[0] }} b', { input: [token] }), `a ${token} b`)
    }
  })

  it('Data of any shape is returned unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (x) => {
        assert.deepEqual(evaluateText('{{ input }}', { input: x as JsonValue }), x)
      }),
      { numRuns: 300 },
    )
  })
})
