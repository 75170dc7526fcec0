import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate, problemOf, workOf } from '#expressions/testing/evaluate.ts'
import type { JsonValue } from './values.ts'

const prose = 'Lorem  ipsum dolor sit\n amet, '.repeat(14_000)

describe('prices', () => {
  it('A pattern is charged for what it reads, and for every match, replacement and group', () => {
    const text = 'ab'.repeat(5000)
    const read = workOf('/c$|d/.test(input)', text)
    assert.ok(read >= text.length, String(read))
    const single = workOf('input.replace(/a/, "x")', text)
    const all = workOf('input.replace(/a/g, "x")', text)
    assert.ok(all > single + 5000 * 40, `${all}`)
    assert.ok(workOf('input.replace(/(a)/g, "$1")', text) > all + 5000 * 20)
    assert.ok(workOf('input.replace(/(a)(b)/g, "$1")', text) > workOf('input.replace(/(a)b/g, "$1")', text))
    assert.ok(workOf('input.replace(/a/g, "xx")', text) >= all + 5000)
    assert.ok(workOf('input.replaceAll("a", "x")', text) > 5000 * 8)
    assert.ok(workOf('input.matchAll(/a/g)', text) > workOf('input.match(/a/g)', text))
    assert.ok(workOf('input.split(/(a)/)', text) > workOf('input.split(/a/)', text))
  })

  it('A pattern is charged for the states that it needs', () => {
    let seed = 1
    const text = Array.from({ length: 5000 }, () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return (seed >>> 16) % 2 === 0 ? 'a' : 'b'
    }).join('')
    assert.ok(workOf('/a.{11}c/.test(input)', text) > 3 * workOf('/a.c/.test(input)', text))
    assert.match(problemOf('/[ab]{50}a.{900}c/.test(input)', text.repeat(200)).message, /too expensive/)
  })

  it('A search for all matches is charged for what each search reads', () => {
    const text = 'a'.repeat(1000)
    assert.ok(workOf('input.match(/a+b|a/g)', text) > 1000 * 1000)
  })

  it('The same evaluation is charged the same every time', () => {
    for (const expression of [
      'input.replace(/(\\w+) (\\w+)/g, "$2 $1").length',
      'now.format("EEEE", "Europe/Berlin", "de") + (1.5).toLocaleString("de") + "a".localeCompare("b", "sv")',
    ]) {
      const first = workOf(expression, prose)
      assert.equal(workOf(expression, prose), first, expression)
    }
  })

  it('A date in a pattern is charged for the length of the text', () => {
    const pattern = 'd MMMM yyyy'
    const workFor = (text: string) => workOf('date(input.text, input.pattern)', { text, pattern })
    const more = 'September'.length - 'May'.length
    assert.ok(workFor('1 September 2026') >= workFor('1 May 2026') + more * pattern.length * 8)
  })

  it('Copies are charged by their size', () => {
    const list = Array.from({ length: 1000 }, (_, index) => index)
    const object = Object.fromEntries(list.map((index) => [`key ${index}`, index]))
    const table: readonly (readonly [expression: string, input: JsonValue])[] = [
      ['[...input].length', list],
      ['input.concat(1).length', list],
      ['input.slice(1).length', list],
      ['input.with(0, 1).length', list],
      ['input.toSpliced(0, 1).length', list],
      ['input.reverse().length', list],
      ['input.sort().length', list],
      ['input.flat().length', list],
      ['input.keys().length', list],
      ['input.entries().length', list],
      ['input.join().length', list],
      ['Math.max(...input)', list],
      ['Array.from(input).length', list],
      ['({ ...input }).length', object],
      ['[input].map(({ a, ...rest }) => 1)', object],
      ['Object.keys(input).length', object],
      ['Object.assign({}, input).length', object],
      ['JSON.stringify(input).length', object],
      ['JSON.parse(JSON.stringify(input)).length', object],
      ['({ ...input })', object],
    ]
    for (const [expression, input] of table) {
      assert.ok(workOf(expression, input) >= 3900, `${expression}: ${workOf(expression, input)}`)
    }
  })

  it('Sorting is charged for every comparison', () => {
    const list = (length: number): JsonValue =>
      Array.from({ length }, (_, index) => `${Math.imul(index + 1, 2654435761) >>> 0}`)
    assert.ok(workOf('input.sort().length', list(8000)) > 9 * workOf('input.sort().length', list(1000)))
  })

  it('Many arguments, parameters and unknown nodes are charged', () => {
    const values = Array.from({ length: 1000 }, (_, index) => `${index}`).join()
    const names = Array.from({ length: 1000 }, (_, index) => `a${index}`).join()
    assert.ok(workOf(`Math.max(${values})`) > 10_000)
    assert.ok(workOf(`[1].map((${names}) => 1)`) > 10_000)
    assert.ok(workOf(`[[1]].map(([${names}]) => 1)`) > 10_000)
  })

  it('A formatter of the host is charged once for each kind', () => {
    const one = workOf('[1, 2, 3, 4].map(x => x.toLocaleString("de"))')
    const four = workOf('[1, 2, 3, 4].map(x => x.toLocaleString("de", { minimumFractionDigits: x }))')
    assert.ok(four > one + 3 * 40_000, `${four}`)
    assert.match(
      problemOf(
        'Array.from({ length: 9000 }, (_, i) => (1).toLocaleString("de", { minimumFractionDigits: i % 20, maximumFractionDigits: 20 + i % 79 }))',
      ).message,
      /too expensive/,
    )
  })
})

describe('ordinary work', () => {
  it('Ordinary work fits into the budget', () => {
    assert.equal(prose.length, 420_000)
    assert.ok(evaluate('input.replace(/\\s+/g, " ").length', prose))
    assert.ok(evaluate('(input + input).replace(/\\s+/g, " ").length', prose))
    assert.ok(evaluate('input.replace(/<[^>]*>/g, "").trim().toLowerCase().split("\\n").length', prose))
    const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `Name ${id}`, price: id / 7 }))
    assert.ok(evaluate('input.map(x => ({ id: x.id, label: `${x.name}: ${x.price}` }))', rows))
    assert.ok(
      evaluate('input.filter(x => x.price > 9).map(x => x.price).sort((a, b) => a - b)', rows.slice(0, 4000)),
    )
    const json = JSON.stringify(rows.flatMap((row) => [row, row]).slice(0, 18_500))
    assert.ok(json.length > 1_000_000 && json.length < 1024 * 1024, String(json.length))
    assert.ok(evaluate('JSON.parse(input).length', json))
    assert.ok(evaluate('JSON.stringify(input).length', rows))
    assert.ok(evaluate('input.map(x => date(x.id * 86400000).format("d MMMM yyyy"))', rows))
  })
})

describe('errors', () => {
  it('The error names the function and the size of what it works on', () => {
    const large = 'a'.repeat(1_000_000)
    assert.equal(
      problemOf('input.match(/a+b|a/g)', large).message,
      '`match` on a text of 1,000,000 characters is too expensive for one expression.',
    )
    assert.equal(
      problemOf('JSON.stringify(input)', [large, large]).message,
      '`JSON.stringify` on a list of 2 entries would create a text that is longer than 1,048,576 characters.',
    )
    assert.equal(
      problemOf(
        'input.concat(input)',
        Array.from({ length: 60_000 }, () => 1),
      ).message,
      '`concat` on a list of 60,000 entries would create more than 100,000 entries.',
    )
    assert.equal(
      problemOf('input + "b".repeat(99999)', large).message,
      '`input + "b".repeat(99999)` would create a text that is longer than 1,048,576 characters.',
    )
    assert.equal(
      problemOf('input.match(/a+b|a/g)', large).suggestion,
      'Use a `code` node, or work on smaller parts, for example in a `for_each`.',
    )
  })
})
