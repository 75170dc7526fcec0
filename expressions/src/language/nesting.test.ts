import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileTemplate } from '#expressions/template.ts'
import { evaluate, evaluateText, makeScope } from '#expressions/testing/evaluate.ts'

const pieces = [
  '(',
  '[',
  '{',
  '!',
  '-',
  '~',
  '- ',
  '+ ',
  'typeof ',
  'a.',
  'a?.',
  'input.a.',
  '1+',
  '1**',
  '1-',
  'a&&',
  'a??',
  'a||',
  '"a"+',
  '`${',
  '{a:',
  '({a:',
  '[...',
  '...',
  'x=>',
  '(x)=>',
  '({a})=>',
  '([a])=>',
  'a?',
  'a?b:',
  'f(',
  '[].map(x=>',
  'a[',
  'new ',
  'class{',
  'class extends ',
  'function(){',
  'async x=>',
  'async(',
  'await ',
  'yield ',
  'import(',
  'import.meta.',
  'a=',
  'a`',
  '/(/',
  '/(',
  '/[',
  '/(?:',
  '/(?<a>',
  '/(?=',
  '#',
  '@',
  '\\',
  '"',
  "'",
  '`',
  '/*',
  '//',
  '{{',
  '}}',
  '{{}}',
  '{{1}}',
  '<!--',
  '-->',
  '\u2028',
  '\0',
  '1e',
  '0x',
  '.',
  ',',
  ';',
  ':',
  '=>',
  '?.',
  '??',
  '<',
  '<<',
  'super.',
  'this.',
  'a in ',
  'delete ',
  'void ',
  'let ',
  '((a)=>(',
  '[[a],',
  '({...',
  '/a/.b',
  '1,',
  '++',
  'a++',
]

/** Returns the problem or the value. Any other error fails the test. */
function judge(text: string): string {
  const result = compileTemplate(text)
  if (!result.ok) {
    for (const problem of result.errors) {
      assert.ok(problem.message.length > 0 && problem.message.length < 500)
      assert.ok(problem.position.offset >= 0 && problem.position.offset <= text.length)
    }
    return result.errors[0]?.message ?? ''
  }
  try {
    return typeof result.template.evaluate(makeScope())
  } catch (error) {
    assert.equal((error as Error).name, 'ExpressionError')
    return (error as Error).message
  }
}

describe('64 KiB of repeated source', () => {
  it('64 KiB of repeated source yields a problem or a value and never exhausts the stack', () => {
    for (const piece of pieces) {
      const repeated = piece.repeat(Math.ceil(65_000 / piece.length))
      for (const text of [
        `{{${repeated}`,
        `{{${repeated}}}`,
        `{{${repeated}1}}`,
        `{{ "a" + ${repeated}x}}`,
      ]) {
        assert.ok(judge(text), piece)
      }
    }
  })

  it('Regular expressions that are too large together are refused before all of them are compiled', () => {
    const patterns = Array.from({ length: 100 }, (_, n) => `/((a{1,30}){1,30}${n}?){1,1}/.test('')`)
    const compiled = compileTemplate(`{{ [${patterns.join(', ')}] }}`)
    assert.ok(!compiled.ok)
    assert.match(compiled.errors[0]?.message ?? '', /too large together/)
    assert.ok(compileTemplate(`{{ [${patterns.slice(0, 3).join(', ')}] }}`).ok)
  })

  it('64 KiB of repeated source is handled in regular expressions and with closing brackets too', () => {
    const depth = 8000
    for (const [open, inner, close] of [
      ['(', '1', ')'],
      ['[', '', ']'],
      ['{a:', '1', '}'],
      ['[].map(x=>', '1', ')'],
      ['`${', '1', '}`'],
      ['Math.abs(', '1', ')'],
    ] as const) {
      assert.match(
        judge(`{{ ${open.repeat(depth)}${inner}${close.repeat(depth)} }}`),
        /nested more than|too long|longer/,
      )
    }
    assert.ok(judge(`{{ /${'('.repeat(depth)}a${')'.repeat(depth)}/.test("a") }}`))
    assert.ok(judge(`{{ /${'(?:'.repeat(depth)}a${')'.repeat(depth)}/.test("a") }}`))
    assert.ok(judge(`{{ /${'['.repeat(depth)}a${']'.repeat(depth)}/v.test("a") }}`))
    assert.ok(judge(`{{ /${'a|'.repeat(depth)}a/.test("a") }}`))
  })
})

describe('length and depth limits', () => {
  it('Expressions of common length and depth are accepted', () => {
    assert.equal(evaluate(Array.from({ length: 300 }, () => '1').join(' + ')), 300)
    assert.equal(evaluate(`${'('.repeat(60)}1${')'.repeat(60)}`), 1)
    assert.equal(evaluate(`"a"${'.concat("b")'.repeat(150)}.length`), 151)
    let conditions = '"none"'
    for (let index = 50; index > 0; index -= 1) conditions = `input.n === ${index} ? ${index} : ${conditions}`
    assert.equal(evaluate(conditions, { n: 50 }), 50)
  })

  it('The most deeply nested allowed source evaluates without exhausting the stack', () => {
    let nested = '1'
    for (let level = 0; level < 20; level += 1) nested = `[1].map(x => [${nested}].concat(1 + 1))`
    assert.ok(evaluate(`JSON.stringify(${nested})`))
    const chain = Array.from({ length: 380 }, () => '1').join('+')
    assert.equal(evaluate(`[1].map(x => ${chain})[0]`), 380)
  })

  it('An expression is limited to 64 KiB, but the text around it is not', () => {
    const page = 'x'.repeat(300_000)
    assert.equal(evaluateText(`${page}{{ 1 }}${page}`), `${page}1${page}`)
    assert.match(judge(`{{ "${page}" }}`), /longer than 64 KiB/)
    assert.match(judge(`{{ 1 + ${' '.repeat(70_000)} 1 }}`), /longer than 64 KiB/)
  })

  it('One text can contain very many expressions', () => {
    assert.equal(evaluateText('{{1}}'.repeat(20_000)), '1'.repeat(20_000))
  })
})
