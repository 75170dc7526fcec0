import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ExpressionError } from './runtime/problem.ts'
import type { JsonValue } from './runtime/values.ts'
import { evaluate } from './testing/evaluate.ts'
import { evaluateJavaScript } from './testing/javascript.ts'

/**
 * Random source text of the subset that must behave exactly like JavaScript, by the type of the result.
 * Excluded on purpose (see the guide): objects converted to text, and functions that change a list in place.
 */
type Grammar = {
  number: string
  text: string
  boolean: string
  list: string
  object: string
  simple: string
  failing: string
  withX: string
}

const literalText = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'b',
    'ab',
    ' x ',
    '12',
    '-3.5',
    'äß€',
    '😀',
    '\'"`',
    '${}',
    '}}',
    '\n',
    'true',
    'null',
  ),
  fc.string({ maxLength: 5 }),
)
const quoted = literalText.map((text) => JSON.stringify(text))
const small = fc.integer({ min: -3, max: 9 }).map((value) => (value < 0 ? `(${value})` : String(value)))
const count = fc.integer({ min: 0, max: 4 }).map(String)

const join = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((texts) => texts.join(''))

// With the flag u: expressions always match whole characters, JavaScript only with this flag.
const regexes = ['/a/u', '/[0-9]+/gu', '/^\\s*(\\w*)/u', '/b|x*/gu', '/(?<k>a)(b)?/iu', '/[^a]/gu', '/$/mu']

const grammar = fc.letrec<Grammar>((tie) => {
  const number = tie('number')
  const text = tie('text')
  const boolean = tie('boolean')
  const list = tie('list')
  const object = tie('object')
  const simple = tie('simple')
  const bounded = { maxDepth: 4, depthSize: 'small' } as const
  return {
    number: fc.oneof(
      bounded,
      fc.oneof(
        small,
        fc.constantFrom(
          'input.n',
          '0.1',
          '1e21',
          '-0',
          'NaN',
          'Infinity',
          '(-Infinity)',
          '2147483648',
          'input.list.length',
        ),
      ),
      join(
        '(',
        number,
        fc.constantFrom('+', '-', '*', '/', '%', '**', '&', '|', '^', '<<', '>>', '>>>'),
        '(',
        number,
        '))',
      ),
      join('(', simple, fc.constantFrom('-', '*', '/', '%', '|', '>>>'), '(', simple, '))'),
      join(fc.constantFrom('(-', '(+', '(~'), '(', simple, '))'),
      join('(', text, ').length'),
      join('(', text, ').', fc.constantFrom('indexOf', 'lastIndexOf'), '(', text, ')'),
      join('(', text, ').search(', fc.constantFrom(...regexes), ')'),
      join(
        'Math.',
        fc.constantFrom('round', 'floor', 'ceil', 'trunc', 'abs', 'sign', 'sqrt'),
        '(',
        simple,
        ')',
      ),
      join('Math.', fc.constantFrom('min', 'max', 'pow'), '(', simple, ',', number, ')'),
      join(fc.constantFrom('parseInt', 'parseFloat', 'Number'), '(', simple, ')'),
      join('((', list, ')[', small, '] ?? 0)'),
      join('(', list, ').reduce((a, x) => a + x, ', number, ')'),
      join('(', list, ').', fc.constantFrom('indexOf', 'lastIndexOf'), '(', number, ')'),
      join('(', boolean, '?', number, ':', number, ')'),
      join('(', object, ').a'),
    ),
    text: fc.oneof(
      bounded,
      fc.oneof(quoted, fc.constant('input.s')),
      join('(', text, '+', '(', simple, '))'),
      join('(', simple, '+', '(', text, '))'),
      join('`<${', simple, '}|${', list, '}>`'),
      join('(', text, ').slice(', small, ',', small, ')'),
      join('(', text, ').substring(', small, ',', small, ')'),
      join(
        '(',
        text,
        ').',
        fc.constantFrom('toUpperCase', 'toLowerCase', 'trim', 'trimStart', 'trimEnd', 'toString'),
        '()',
      ),
      join('(', text, ').', fc.constantFrom('replace', 'replaceAll'), '(', text, ',', quoted, ')'),
      join(
        '(',
        text,
        ').replace(',
        fc.constantFrom(...regexes),
        ',',
        fc.constantFrom('"[$&]"', '"$1$`"', '"$\'$$"', '(m => m + m)', '((...all) => all.length)'),
        ')',
      ),
      join('(', text, ').', fc.constantFrom('padStart', 'padEnd'), '(', small, ',', quoted, ')'),
      join('(', text, ').repeat(', count, ')'),
      join('(', text, ').split(', fc.oneof(quoted, fc.constantFrom(...regexes)), ').join("~")'),
      join('((', text, ').match(', fc.constantFrom(...regexes), ') ?? []).join("~")'),
      join('((', text, ')[', small, '] ?? "none")'),
      join('(', list, ').join(', quoted, ')'),
      join('(typeof (', fc.oneof(simple, list, object), '))'),
      join('String(', simple, ')'),
      join('(', number, ').toFixed(', count, ')'),
      join('JSON.stringify(', fc.oneof(simple, list, object), ') + ""'),
      join('encodeURIComponent((', text, ').slice(0, 3))'),
    ),
    boolean: fc.oneof(
      bounded,
      fc.constantFrom('true', 'false', 'input.b'),
      join('(', simple, fc.constantFrom('==', '!=', '===', '!==', '<', '<=', '>', '>='), '(', simple, '))'),
      join('(!', '(', fc.oneof(simple, list, object), '))'),
      join('(', boolean, fc.constantFrom('&&', '||'), boolean, ')'),
      join('(', text, ').', fc.constantFrom('includes', 'startsWith', 'endsWith'), '(', text, ')'),
      join(fc.constantFrom(...regexes.filter((regex) => !regex.includes('g', 3))), '.test(', text, ')'),
      join('(', quoted, ' in (', object, '))'),
      join('(', list, ').', fc.constantFrom('some', 'every'), '(x => x > ', number, ')'),
      join('(', list, ').includes(', number, ')'),
      join('isNaN(', simple, ')'),
      join('Array.isArray(', fc.oneof(simple, list, object), ')'),
    ),
    list: fc.oneof(
      bounded,
      fc.constantFrom('input.list', '[]'),
      join('[', number, ',', simple, ']'),
      join('[...(', list, '), ', number, ', ...(', text, ')]'),
      join('(', list, ').map((x, i) => ', tie('withX'), ')'),
      join('(', list, ').filter((x, i) => ', tie('withX'), ')'),
      join(
        '(',
        list,
        ').flatMap(x => [x, ',
        tie('withX').filter((body) => !body.includes('i')),
        '])',
      ),
      join('(', list, ').slice(', small, ',', small, ')'),
      join('(', list, ').concat(', fc.oneof(list, simple), ')'),
      join('(', list, ').', fc.constantFrom('toReversed', 'toSorted', 'flat'), '()'),
      join('(', list, ').toSorted((a, b) => a - b)'),
      join('(', list, ').toSpliced(', small, ',', count, ',', simple, ')'),
      join('Object.values(', object, ')'),
      join('Object.keys(', fc.oneof(object, list), ')'),
      join('Object.entries(', object, ').map(([k, v = 1]) => k)'),
      join('[', object, '].map(({ a, ...rest }) => Object.keys(rest).length)'),
      join('(', text, ').split(', quoted, ',', small, ')'),
    ),
    object: fc.oneof(
      bounded,
      fc.constantFrom('input.o', '({})'),
      join('({ a: ', number, ', b: ', simple, ', ["k" + ', simple, ']: ', list, ' })'),
      join('({ ...(', object, '), ', fc.constantFrom('a', '"b c"', '7'), ': ', simple, ' })'),
      join('Object.fromEntries([["a", ', simple, '], [', quoted, ', 1]])'),
      join('Object.assign({}, ', object, ', ', object, ')'),
    ),
    simple: fc.oneof(
      bounded,
      fc.constantFrom('null', 'undefined', 'input.missing', 'input.o?.missing?.deeper.still'),
      number,
      text,
      boolean,
      join('(', simple, fc.constantFrom('&&', '||', '??'), '(', simple, '))'),
      join('(', boolean, '?', simple, ':', simple, ')'),
    ),
    failing: fc.oneof(
      join('input.missing.', fc.constantFrom('a', 'length', 'trim()', 'map(x => x)')),
      join('(', number, ').toFixed(101)'),
      join('("a" in (', simple, '))'),
      join('[...Math.abs(', simple, ')]'),
      fc.constantFrom(
        'null.a',
        'undefined[0]',
        '[null].map(({ a }) => a)',
        '[].reduce((a, x) => a)',
        '"a".repeat(-1)',
        'JSON.parse("{")',
        '[1].with(5, 1)',
        'decodeURIComponent("%")',
        'Object.keys(null)',
      ),
      join('[', simple, ', input.missing.x]'),
    ),
    withX: fc.oneof(
      fc.constantFrom(
        'x',
        'i',
        '-x',
        '+x',
        '!x',
        'x + i',
        'x * 2',
        'x > i',
        '`${x}`',
        'typeof x',
        'x ?? i',
        '[x].length',
      ),
      join('(x ', fc.constantFrom('+', '-', '<', '==', '==='), '(', number, '))'),
      join('(i % 2 ? x : ', number, ')'),
    ),
  }
})

const data = fc.record({
  n: fc.oneof(fc.integer({ min: -100, max: 100 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
  s: literalText,
  b: fc.boolean(),
  list: fc.array(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom(0.5, -1e3)), { maxLength: 5 }),
  o: fc.record({ a: fc.integer(), z: literalText }),
})

type Outcome = { readonly value: unknown } | { readonly failed: true }

/** Values as an expression returns them: what JSON cannot represent becomes null. */
function toResult(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (Array.isArray(value)) return Array.from(value, toResult)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toResult(entry)]))
  }
  return value ?? null
}

function attempt(run: () => unknown, isExpected: (error: unknown) => boolean): Outcome {
  try {
    return { value: toResult(run()) }
  } catch (error) {
    if (!isExpected(error)) throw error
    return { failed: true }
  }
}

function compare(expression: string, input: JsonValue): Outcome {
  const ours = attempt(
    () => evaluate(expression, input),
    (error) => error instanceof ExpressionError,
  )
  const theirs = attempt(
    () => evaluateJavaScript(expression, structuredClone(input)),
    (error) => error instanceof Error,
  )
  assert.deepEqual(ours, theirs, expression)
  return ours
}

describe('interpreter compared with JavaScript', () => {
  it('The interpreter and JavaScript agree on every expression of the shared subset', () => {
    const expressions = fc.oneof(
      grammar.number,
      grammar.text,
      grammar.boolean,
      grammar.list,
      grammar.object,
      grammar.simple,
    )
    let values = 0
    fc.assert(
      fc.property(expressions, data, (expression, input) => {
        if ('value' in compare(expression, input)) values += 1
      }),
      { numRuns: 3000 },
    )
    assert.ok(values > 2500, `most of them have a value: ${values}`)
  })

  it('The interpreter and JavaScript fail on the same expressions', () => {
    fc.assert(
      fc.property(grammar.failing, data, (expression, input) => {
        assert.throws(() => evaluateJavaScript(expression, structuredClone(input)), Error, expression)
        compare(expression, input)
      }),
      { numRuns: 500 },
    )
  })

  it('The comparison with JavaScript detects a difference', () => {
    // A documented difference: an object becomes JSON instead of [object Object].
    assert.throws(() => compare('"" + ({ a: 1 })', {}), assert.AssertionError)
    assert.throws(() => compare('/\\s/.test("\\u00a0")', {}), assert.AssertionError)
  })
})
