import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate, evaluateText, problemOf, workOf } from '#expressions/testing/evaluate.ts'
import { ExpressionError } from './problem.ts'
import type { JsonValue } from './values.ts'

const long = 'a'.repeat(1024 * 1024)
const many: readonly JsonValue[] = Array.from({ length: 100_000 }, (_, index) => index)

function mustExceed(
  table: readonly (readonly [expression: string, input: JsonValue])[],
  limit: RegExp,
): void {
  for (const [expression, input] of table) {
    const problem = problemOf(expression, input)
    assert.match(problem.message, limit, expression)
    assert.match(problem.suggestion ?? '', /`code` node/, expression)
  }
}

describe('step budget', () => {
  it('The step budget counts operators, reads, calls and function invocations', () => {
    assert.equal(evaluate('1 + 2 + 3', {}, { steps: 2 }), 6)
    assert.throws(() => evaluate('1 + 2 + 3', {}, { steps: 1 }), ExpressionError)
    assert.throws(() => evaluate('[1, 2].map(x => x)', {}, { steps: 3 }), ExpressionError)
    assert.deepEqual(evaluate('[1, 2].map(x => x)', {}, { steps: 4 }), [1, 2])
  })

  it('The step budget ends nested loops', () => {
    mustExceed(
      [
        ['input.map(a => input.map(b => input.map(c => 1)))', many],
        ['input.map(x => x + 1)', many],
        ['input.reduce((sum, x) => sum + x, 0)', many],
        ['input.sort((a, b) => a - b)', many],
        ['Array.from({ length: 100000 }, (_, i) => i * 2)', {}],
        ['input.replace(/a/g, x => x)', long],
        ['input.flatMap(x => [x])', many],
      ],
      /too expensive/,
    )
  })
})

describe('text limit', () => {
  it('The text limit is checked before a text is created', () => {
    mustExceed(
      [
        ['"a".repeat(1e9)', {}],
        ['"ab".repeat(2 ** 53)', {}],
        ['"a".padStart(1e9)', {}],
        ['"a".padEnd(1e9, "xyz")', {}],
        ['input + "b"', long],
        ['`${input}b`', long],
        ['input.concat("b")', long],
        ['[input, input].join("")', long],
        ['input.replaceAll("a", "bb")', long],
        ['input.replace(/a/g, "bb")', long],
        ['"a".repeat(2000).replaceAll("a", "$`$\'")', {}],
        ['"a".repeat(2000).replace(/a/g, "$`$\'")', {}],
        ['"a".repeat(2000).replace(/a+/, "$&".repeat(2000))', {}],
        ['JSON.stringify([input, input])', long],
        ['String([input, input])', long],
        ['JSON.stringify(Array.from({ length: 95000 }, () => 1), null, 10)', {}],
        ['encodeURIComponent("€".repeat(200000))', {}],
        ['"ß".repeat(1000000).toUpperCase()', {}],
        ['"ﷺ".repeat(100000).normalize("NFKD")', {}],
        ['[1, 2, 3, 4, 5, 6, 7, 8].reduce((a, x) => a.repeat(9), "ab")', {}],
        ['Array.from({ length: 25 }).reduce(a => `${a}${a}`, "x")', {}],
        ['Array.from({ length: 25 }).reduce(a => a + a, "x")', {}],
        ['[1].join("x").concat(...Array.from({ length: 20 }, () => "y".repeat(100000)))', {}],
      ],
      /longer than 1,048,576 characters|too expensive/,
    )
  })

  it('The text limit applies to the text around expressions', () => {
    assert.throws(() => evaluateText('{{ input }}{{ input }}', { input: long }), /longer than/)
  })

  it('The longest allowed text is accepted', () => {
    assert.equal(evaluate('input.slice(1) + "b"', long), `${long.slice(1)}b`)
    assert.equal((evaluate('"ab".repeat(524288)') as string).length, 1024 * 1024)
  })
})

describe('list limit', () => {
  it('The list limit is checked before a list is created', () => {
    mustExceed(
      [
        ['Array.from({ length: 1e9 })', {}],
        ['Array.from({ length: 100001 })', {}],
        ['[...input, 1]', many],
        ['[...input, ...input]', many],
        ['input.concat([1])', many],
        ['input.concat(input, input)', many],
        ['input.toSpliced(0, 0, 1)', many],
        ['[input, input].flat()', many],
        ['[1, 2].flatMap(x => input)', many],
        ['input.split("")', long],
        ['input.split(/(?:)/)', long],
        ['[...input]', long],
        ['input.match(/a/g)', long],
        ['Object.keys(input)', long],
        ['Object.entries(input)', long],
        ['Math.max(...input, ...input)', many],
        ['JSON.parse(input)', `[${'1,'.repeat(100_000)}1]`],
        ['({ ...input, ...input })', many.slice(0, 60_000)],
        ['Object.assign({}, input, [1, 2].concat(input))', many.slice(0, 99_000)],
      ],
      /more than 100,000 entries|too expensive/,
    )
  })

  it('The longest allowed list is accepted', () => {
    assert.deepEqual(evaluate('[...input.slice(1), 0]', many), [...many.slice(1), 0])
    assert.equal(evaluate('Math.max(...input)', many), 99_999)
    assert.equal(evaluate('[].concat(...input).length', many), 100_000)
  })
})

describe('work budget', () => {
  it('A large value that occurs many times in a result is examined once', () => {
    const large = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, n]))
    const list = many.slice(0, 10_000)
    const result = evaluate('input.list.map(x => input.large)', { list, large })
    assert.ok(Array.isArray(result) && result.length === 10_000 && result.every((item) => item === large))
    // A deeper place is another matter: what fits above may be nested too deeply there.
    const nested = '['.repeat(40) + ']'.repeat(40)
    const deep = [...many.slice(0, 100), JSON.parse(nested)]
    const wrapped = `[input.deep, ${'['.repeat(30)}input.deep${']'.repeat(30)}]`
    assert.throws(() => evaluate(wrapped, { deep }), /nested more than 64 levels deep/)
  })

  it('The work budget ends work that the step budget would not', () => {
    mustExceed(
      [
        ['input.list.map(x => input.text.includes("b"))', { list: many, text: long }],
        ['input.list.map(x => input.text.toLowerCase())', { list: many, text: long }],
        ['input.list.map(x => input.text == input.other)', { list: many, text: long, other: long }],
        [
          'input.list.map(x => input.text < input.other)',
          { list: many, text: long, other: `${long} `.trim() },
        ],
        ['input.list.map(x => +input.text)', { list: many, text: long }],
        ['input.list.map(x => ({})[input.text])', { list: many, text: long }],
        ['input.list.map(x => input.list.includes(-1))', { list: many }],
        ['input.list.map(x => [...input.list])', { list: many }],
        ['input.list.map(x => date(x).in("Europe/Berlin").plus({ days: x }).format("EEEE"))', { list: many }],
        ['input.text.replace(/(a+b|a)/g, "x")', { text: long }],
        ['input.text.match(/(?:a+b|a)/g)', { text: long }],
        ['input.text.split(/a+b|a/)', { text: long }],
        ['input.list.map(x => /(x+)y$/.test(input.text))', { list: many, text: 'x'.repeat(10_000) }],
      ],
      /too expensive/,
    )
  })

  it('A replacement is charged for the search for placeholders, which takes linear time', () => {
    const list = many.slice(0, 5_000)
    mustExceed(
      [
        ['input.list.map(x => "a".replace("b", input.text))', { list, text: long }],
        ['input.list.map(x => "a".replace("b", input.text))', { list, text: '$$'.repeat(100_000) }],
        ['input.text.replace(/()a/g, input.other)', { text: 'a'.repeat(5_000), other: '$1'.repeat(100_000) }],
      ],
      /too expensive/,
    )
    const names = '$<'.repeat(300_000)
    assert.equal(evaluate('"abc".replace("b", input)', names), `a${names}c`)
  })

  it('The white space around a date and what JSON escapes are charged', () => {
    const list = many.slice(0, 5_000)
    mustExceed(
      [['input.list.map(x => date(input.text).year)', { list, text: `${' '.repeat(1_000_000)}2026-01-01` }]],
      /too expensive/,
    )
    mustExceed([['JSON.stringify(input)', '\u0001'.repeat(500_000)]], /longer than 1,048,576 characters/)
    assert.ok(
      workOf('JSON.stringify(input)', '"'.repeat(1_000)) > workOf('JSON.stringify(input)', 'a'.repeat(1_000)),
    )
  })

  it('A regular expression is charged for every character it reads', () => {
    const text = 'a'.repeat(1000)
    for (const expression of [
      '/[bc][de]/.test(input)',
      'input.match(/([b-z])|[ab]+$/)',
      'input.split(/[xy]/)',
      'input.search(/[b-z]$/)',
    ]) {
      assert.throws(() => evaluate(expression, text, { work: 900 }), /too expensive/, expression)
      assert.notEqual(evaluate(expression, text, { work: 50_000 }), undefined, expression)
    }
  })

  it('A text that was joined is charged when it is read first, because the engine copies it only then', () => {
    const list = many.slice(0, 5_000)
    mustExceed(
      [
        // Half a minute and more memory than the process has, without the charge.
        ['input.list.map(x => input.text + x).filter(s => s[0])', { list, text: long.slice(9) }],
        ['input.list.map(x => `${input.text}${x}`).map(s => s.charCodeAt(0))', { list, text: long.slice(9) }],
        ['input.list.map(x => (input.text + x).slice(-1))', { list, text: long.slice(9) }],
        ['input.list.map(x => /^b/.test(input.text + x))', { list, text: long.slice(9) }],
        ['input.list.map(x => (input.text + x) < "a")', { list, text: long.slice(9) }],
        ['input.list.map(x => "b".padEnd(99, input.text + x))', { list, text: long.slice(9) }],
        ['["b", ...input.list.map(x => input.text + x)].sort()', { list, text: long.slice(9) }],
        [
          'input.list.reduce((s, x) => s.at(-1) ? s + "x" : s, input.text)',
          { list, text: long.slice(9_000) },
        ],
      ],
      /too expensive/,
    )
    const build = 'input.reduce((s, x) => s + "0123456789", "")'
    const slices = 'Array.from({ length: 3000 }, (_, i) => s.slice(i, i + 9)).length'
    assert.equal(evaluate(`[${build}].map(s => ${slices})[0]`, list), 3_000)
  })

  it('Shared structures are charged each time they occur', () => {
    const tenfold = 'Array.from({ length: 12 }).reduce(a => [a, a, a, a, a, a, a, a, a, a], 1)'
    for (const use of ['', '.flat(99)', '.join()', '.toString()']) {
      assert.ok(problemOf(`${tenfold}${use}`).message, use)
    }
    for (const use of ['JSON.stringify', 'String', 'Number', 'encodeURIComponent']) {
      assert.ok(problemOf(`${use}(${tenfold})`).message, use)
    }
    assert.ok(problemOf(`\`\${${tenfold}}\``).message)
    mustExceed([['input.list.map(x => input.text)', { list: many, text: long }]], /too expensive/)
  })
})

describe('nesting limit', () => {
  it('The nesting depth is limited wherever data is traversed', () => {
    const deep = 'Array.from({ length: 5000 }).reduce(a => [a], 1)'
    for (const use of [
      deep,
      `JSON.stringify(${deep})`,
      `String(${deep})`,
      `${deep}.flat(Infinity)`,
      `"" + ${deep}`,
    ]) {
      assert.match(problemOf(use).message, /nested more than 64 levels deep/, use)
    }
    assert.match(
      problemOf('Array.from({ length: 5000 }).reduce(a => ({ a }), 1)').message,
      /nested more than 64 levels deep/,
    )
  })

  it('The nesting depth of parsed JSON is limited', () => {
    assert.match(
      problemOf('JSON.parse(input)', '['.repeat(100_000)).message,
      /nested more than 64 levels deep/,
    )
    assert.match(
      problemOf('JSON.parse(input)', '{"a":'.repeat(65) + 1 + '}'.repeat(65)).message,
      /nested more than 64 levels deep/,
    )
    assert.ok(evaluate('JSON.parse(input)', '['.repeat(64) + ']'.repeat(64)))
    assert.deepEqual(evaluate('JSON.parse(input)', `["${'[\\"'.repeat(200)}"]`), ['["'.repeat(200)])
  })

  it('A result can be nested 64 levels deep', () => {
    const nest = (levels: number): string => `Array.from({ length: ${levels} }).reduce(a => [a], 1)`
    assert.ok(evaluate(nest(64)))
    assert.ok(problemOf(nest(65)).message)
    assert.ok(evaluate(`JSON.stringify(${nest(64)})`))
    assert.ok(problemOf(`JSON.stringify(${nest(65)})`).message)
  })
})
