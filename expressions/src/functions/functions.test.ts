import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate, problemOf } from '#expressions/testing/evaluate.ts'
import { evaluateJavaScript } from '#expressions/testing/javascript.ts'

const input = {
  text: 'Straße 12, Haus 7',
  list: [5, 1, 10, null, 'b', 'a'],
  deep: [1, [2, [3, [4]]]],
  n: 12.345,
}

/** Expressions whose result must be the same as in JavaScript. */
function checkAgainstJavaScript(expressions: readonly string[]): void {
  for (const expression of expressions) {
    const expected: unknown = JSON.parse(
      JSON.stringify(evaluateJavaScript(expression, structuredClone(input)) ?? null),
    )
    assert.deepEqual(evaluate(expression, input), expected, expression)
  }
}

describe('text functions', () => {
  it('Text functions behave as in JavaScript in edge cases', () => {
    checkAgainstJavaScript([
      'input.text.slice(-3)',
      'input.text.slice(5, 2)',
      'input.text.slice(NaN, Infinity)',
      'input.text.substring(5, 2)',
      'input.text.at(99) ?? "none"',
      'input.text.indexOf("")',
      'input.text.indexOf("s", 5)',
      'input.text.lastIndexOf("a")',
      'input.text.lastIndexOf("a", 3)',
      'input.text.startsWith("12", 7)',
      'input.text.endsWith("12", 9)',
      'input.text.toUpperCase()',
      '"x".padStart(5, "abc") + "x".padEnd(0) + "x".padEnd(3, "")',
      '"abc".split("")',
      '"a,b,c".split(",", 2)',
      '"abc".split()',
      '"abc".split(undefined, 0)',
      '"".split(",")',
      '"".split("")',
      '"a-b".concat(1, null, [2])',
      '"aaa".replace("a", "b")',
      '"abc".replace("b", "[$&|$`|$\'|$$|$1]")',
      '"abc".replaceAll("", "-")',
      '"abab".replaceAll("ab", (m, i, all) => m + i + all.length)',
      '"abc".charCodeAt(9) + 1',
      '"a".repeat(0)',
      '"".repeat(5)',
    ])
  })

  it('Text functions refuse invalid arguments', () => {
    for (const expression of [
      '"a".repeat(-1)',
      '"a".repeat(Infinity)',
      '"a".includes(/a/)',
      '"a".normalize("X")',
      '"a".match("a")',
      '"a".matchAll(/a/)',
      '"a".replaceAll(/a/, "b")',
      '"a".localeCompare("b", "!!")',
      '"a".padStart(x => x)',
      'decodeURIComponent("%")',
      'encodeURIComponent("\\ud800")',
      'String.fromCodePoint(-1)',
    ]) {
      assert.ok(problemOf(expression).message, expression)
    }
  })
})

describe('regular expression functions', () => {
  it('Regular expressions match as in JavaScript', () => {
    checkAgainstJavaScript([
      'input.text.match(/\\d+/g)',
      'input.text.match(/(\\w)(\\d)?/)',
      'input.text.match(/x+/g)',
      'input.text.match(/x+/)',
      'input.text.match(/(?<word>[A-Z])\\w*/).groups.word',
      'input.text.match(/Haus/).index',
      '"aBc".replace(/b/i, x => x.toUpperCase() + x.toLowerCase())',
      '"abc".replace(/x*/g, "-")',
      '"xabc".replace(/x*/g, "-")',
      '"john smith".replace(/(\\w+) (\\w+)/, "$2, $1 $3 $10 $0 $$1")',
      '"john smith".replace(/(?<f>\\w+) (?<l>\\w+)/, "$<l> $<f> $<x>")',
      '"abc".replace(/(?<n>b)/, "$<n>$<n$$<n")',
      '"abc".replace(/(?<n>b)/, "$<n")',
      '"abc".replace("b", "$<n>$$$")',
      '"abc".replace(/(b)(x)?/, (m, a, b, i, all) => [m, a, b === undefined, i, all].join())',
      '"aXbxc".split(/x/i)',
      '"a1b2c".split(/(\\d)/)',
      '"abc".split(/(?:)/)',
      '"abc".split(/x*/)',
      '"".split(/x/)',
      '"".split(/x*/)',
      '"a1b2c".split(/\\d/, 2)',
      '"a\\nb".match(/^b$/m)[0]',
      '"a\\nb".match(/a.b/s)[0].length',
      '"ab".search(/b/) + "ab".search(/x/)',
      '/^a/.test("ba") || /a$/.test("ba")',
      '/(a)(b)?/.exec("ac")[2] ?? "none"',
      '[..."a1b22".matchAll(/[a-z](\\d+)/g)].map(m => m[1] + m.index)',
      '/[/\\]]+/.exec("a/]b")[0]',
      '/a/gi.flags + /a\\/b/.source',
    ])
  })

  it('Regular expressions keep no state between calls', () => {
    assert.deepEqual(evaluate('["a", "a", "a"].map(x => /a/g.test(x))'), [true, true, true])
  })

  it('Patterns that cannot be matched in linear time are refused', () => {
    for (const expression of ['/(a)\\1/', '/a(?=b)/', '/(?<!a)b/', '/a/y', '/a/d', '/a/v', '/a{1001}/']) {
      assert.ok(problemOf(`${expression}.test("a")`).message, expression)
    }
  })

  it('A regular expression cannot be the result', () => {
    assert.match(problemOf('/a/').message, /regular expression/)
    assert.match(problemOf('[/a/]').message, /regular expression/)
    assert.match(problemOf('JSON.stringify({ a: /a/ })').message, /regular expression/)
  })
})

describe('list functions', () => {
  it('List functions behave as in JavaScript in edge cases', () => {
    checkAgainstJavaScript([
      '[10, 9, 1].sort()',
      '[3, undefined, 1, null].sort()',
      '[3, 1, 2].sort((a, b) => b - a)',
      '["b", "a", "C"].sort((a, b) => a.localeCompare(b))',
      '[{ k: 1, v: "a" }, { k: 0, v: "b" }, { k: 1, v: "c" }].sort((a, b) => a.k - b.k).map(x => x.v)',
      'input.deep.flat()',
      'input.deep.flat(2)',
      'input.deep.flat(Infinity)',
      '[[1], 2].flatMap(x => x)',
      '[1, 2, 3].slice(-2, -1)',
      '[1, 2, 3].with(-1, 9)',
      '[1, 2, 3].toSpliced(1)',
      '[1, 2, 3].toSpliced(-1, 1, 7, 8)',
      '[1, 2, 3].toSpliced()',
      '[NaN].includes(NaN) && [NaN].indexOf(NaN)',
      '[1, 2, 1].indexOf(1, 1)',
      '[1, 2, 1].includes(1, -1)',
      '[1, [2, [3]], null, undefined].join("-")',
      '[1, 2, 3].reduce((a, b) => a + b)',
      '[1, 2, 3].reduceRight((a, b, i) => a + "" + b + i)',
      '[].reduce((a, b) => a, 5)',
      '[].every(x => false) && ![].some(x => true)',
      '[1, 2, 3].find(x => x > 9) ?? "none"',
      '[1, 2, 3].reverse().concat([1, 2].toReversed())',
      'Array.from("aéz").length',
      'Array.from([1, 2], x => x * 2)',
      'Array.from({ length: 2, 0: "a" }).length',
      'Math.max(...[1, 5, 3]) + Math.min() + Math.max("7", null)',
    ])
  })

  it('List functions never change the list', () => {
    const frozen = { list: Object.freeze([3, 1, 2]) }
    assert.deepEqual(evaluate('[input.list.sort(), input.list.reverse(), input.list]', frozen), [
      [1, 2, 3],
      [2, 1, 3],
      [3, 1, 2],
    ])
  })

  it('List functions refuse invalid arguments', () => {
    for (const expression of [
      '[].reduce((a, b) => a)',
      '[1].map(1)',
      '[1].map()',
      '[1].with(5, 1)',
      '[1].sort(5)',
      '[...5]',
      '[...{}]',
      'Math.max(...null)',
      'Array.from(5, 5)',
      'Object.fromEntries([1])',
      'Object.keys(null)',
    ]) {
      assert.ok(problemOf(expression).message, expression)
    }
  })

  it('A comparison function that returns no number keeps the order', () => {
    assert.deepEqual(evaluate('[2, 1].sort((a, b) => ({ valueOf: 1 }))'), [2, 1])
  })
})

describe('number functions', () => {
  it('Numbers are formatted as in JavaScript', () => {
    checkAgainstJavaScript([
      'input.n.toFixed(1) + input.n.toFixed() + (1e21).toFixed(2)',
      'input.n.toPrecision(3) + input.n.toPrecision()',
      '(255).toString(2) + (0.5).toString()',
      '(1234567.891).toLocaleString("de-DE")',
      '(0.256).toLocaleString("en-US", { style: "percent", maximumFractionDigits: 1 })',
      'parseInt("0x1f") + parseInt("12", 3) + parseFloat(".5e1x")',
      'Number("") + Number(" 12 ") + Number([5]) + Number(true)',
      'isNaN("x") && !isNaN("") && Number.isNaN(NaN) && !Number.isNaN("x")',
    ])
  })

  it('Invalid number formats are refused', () => {
    for (const expression of [
      '(1).toFixed(101)',
      '(1).toString(1)',
      '(1).toPrecision(0)',
      '(1).toLocaleString("en", { style: "currency", currency: "EURO" })',
      '(1).toLocaleString("not a language")',
    ]) {
      assert.ok(problemOf(expression).message, expression)
    }
  })
})

describe('object and JSON functions', () => {
  it('Object and JSON functions behave as in JavaScript', () => {
    checkAgainstJavaScript([
      'Object.keys("ab")',
      'Object.entries([5, 6])',
      'Object.values(5)',
      'Object.assign({ a: 1 }, null, { b: 2 }, "xy")',
      'Object.hasOwn({ a: 1 }, "toString") || Object.hasOwn([1], 0)',
      'JSON.stringify({ a: undefined, b: [undefined, NaN], c: "\\n" })',
      'JSON.stringify([1, { a: 2 }], null, 2)',
      'JSON.stringify(undefined) ?? "none"',
      'JSON.parse(" [1, {\\"a\\": null}] ")',
      'Object.groupBy([1, 2, 3], x => x > 1)',
    ])
  })

  it('Invalid JSON, and options that would run code, are refused', () => {
    assert.match(problemOf('JSON.parse("{a:1}")').message, /not valid JSON/)
    assert.match(problemOf('JSON.parse("1", (k, v) => v)').message, /one argument/)
    assert.match(problemOf('JSON.stringify(1, (k, v) => v)').message, /function/)
    assert.match(problemOf('JSON.stringify(1, ["a"])').message, /must be null/)
  })
})
