import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluateText, makeScope, problemOfText } from './testing/evaluate.ts'
import { compileTemplate, references } from './template.ts'

function compile(text: string) {
  const result = compileTemplate(text)
  assert.ok(result.ok, JSON.stringify(result))
  return result.template
}

describe('text without expressions', () => {
  it('A text without expressions is a constant', () => {
    for (const text of ['', 'plain', 'a } b }} c { d', '{ not } {one}', '${input.a}']) {
      const template = compile(text)
      assert.equal(template.constant, true)
      assert.equal(template.evaluate(makeScope()), text)
    }
  })
})

describe('single expression', () => {
  it('A single expression returns its value with its type', () => {
    assert.equal(evaluateText('{{ 1 + 1 }}'), 2)
    assert.equal(evaluateText('{{true}}'), true)
    assert.deepEqual(evaluateText('{{ [1, "a", null] }}'), [1, 'a', null])
    assert.deepEqual(evaluateText('{{ { a: 1 } }}'), { a: 1 })
  })

  it('A single expression can have white space around it', () => {
    assert.equal(evaluateText('  \n{{ 7 }}\t '), 7)
  })

  it('A missing value, NaN or an infinity becomes null, and -0 becomes 0', () => {
    assert.equal(evaluateText('{{ input.nothing }}'), null)
    assert.equal(evaluateText('{{ undefined }}'), null)
    assert.deepEqual(evaluateText('{{ [undefined, NaN, Infinity, { a: undefined }] }}'), [
      null,
      null,
      null,
      { a: null },
    ])
    assert.ok(Object.is(evaluateText('{{ -0 }}'), 0))
  })

  it('A date becomes ISO text, also inside lists and objects', () => {
    assert.equal(evaluateText('{{ now }}'), '2026-01-31T12:00:00.000Z')
    assert.deepEqual(evaluateText('{{ [{ at: now }] }}'), [{ at: '2026-01-31T12:00:00.000Z' }])
  })

  it('Data of the scope is returned without a copy', () => {
    const data = { list: [1, 2, 3] }
    assert.equal(evaluateText('{{ input.list }}', { input: data }), data.list)
  })
})

describe('text with expressions', () => {
  it('A text with expressions returns a text', () => {
    assert.equal(
      evaluateText('Dear {{ input.name }}, {{ 1 + 1 }}!', { input: { name: 'Ada' } }),
      'Dear Ada, 2!',
    )
    assert.equal(evaluateText('{{ 1 }}{{ 2 }}'), '12')
  })

  it('In a text, a missing value is empty, and a list or an object is JSON', () => {
    assert.equal(evaluateText('[{{ input.none }}{{ null }}]'), '[]')
    assert.equal(evaluateText('x{{ { a: [1, "b"] } }}'), 'x{"a":[1,"b"]}')
    assert.equal(evaluateText('x{{ [now] }}'), 'x["2026-01-31T12:00:00.000Z"]')
    assert.equal(evaluateText('at {{ now }}'), 'at 2026-01-31T12:00:00.000Z')
  })
})

describe('end of an expression', () => {
  it('The parser finds the end of an expression, not a search for brackets', () => {
    assert.equal(evaluateText('{{ {a:{b:1}}.a.b }}'), 1)
    assert.deepEqual(evaluateText('{{ {a:{b:1}}}}'), { a: { b: 1 } })
    assert.equal(evaluateText('{{ "}}" }}'), '}}')
    assert.equal(evaluateText('{{ \'}}\' + "}}" }}'), '}}}}')
    assert.equal(evaluateText('{{ `}}${ { a: `}}` }.a }` }}'), '}}}}')
    assert.equal(evaluateText('{{ "a}}b".replace(/}}/, "-") }}'), 'a-b')
    assert.equal(evaluateText('{{ 1 /* }} */ }} x'), '1 x')
    assert.equal(evaluateText('{{ 1 // }}\n }}'), 1)
    assert.equal(evaluateText('{{ 1 }}}}'), '1}}')
  })

  it('Opening brackets can be written as text', () => {
    assert.equal(evaluateText('{{ "{{" }}'), '{{')
    assert.equal(evaluateText('Write {{ "{{" }} name }}'), 'Write {{ name }}')
    assert.equal(compile('{{ "{{" }}').constant, true)
  })

  it('An unclosed expression is reported at its start', () => {
    const problem = problemOfText('Hello {{ input.name')
    assert.match(problem.message, /never closed/)
    assert.deepEqual(problem.position, { offset: 6, line: 1, column: 7 })
    assert.match(problem.suggestion ?? '', /}}/)
  })

  it('A single closing bracket or trailing text is reported', () => {
    assert.match(problemOfText('{{ input.a } x').message, /Expected `}}`/)
    assert.match(problemOfText('{{ input.a input.b }}').message, /found `input.b`/)
    assert.match(problemOfText('{{ input.a; }}').message, /Expected `}}`/)
    assert.match(problemOfText('{{ a: 1 }}').message, /Expected `}}`/)
    assert.match(problemOfText('{{ } }').message, /expression is empty/)
  })
})

describe('problems of a template', () => {
  it('A problem has the line and column in the whole text', () => {
    const problem = problemOfText('one\ntwo {{\n  inptu.email }}')
    assert.deepEqual(problem.position, { offset: 13, line: 3, column: 3 })
    assert.equal(problem.excerpt, 'inptu')
  })

  it('The problems of all expressions are reported together', () => {
    const result = compileTemplate('{{ foo }} and {{ input.a }} and {{ bar }} and {{ input. }}')
    assert.ok(!result.ok)
    assert.deepEqual(
      result.errors.map((problem) => problem.position.offset),
      [3, 35, 56],
    )
  })

  it('A line break inside quotes is named, with the two ways to write one', () => {
    const { message, suggestion } = problemOfText('{{ input.lines.join("\n") }}')
    assert.equal(message, 'This quoted text contains a line break.')
    assert.equal(
      suggestion,
      'Write `\\n` for a line break, or use backticks (`` ` ``) instead of the quotes.',
    )
  })

  it('A syntax problem names what the parser found', () => {
    assert.match(problemOfText('{{ }}').message, /expression is empty/)
    assert.match(problemOfText('{{').message, /expression is empty|never closed/)
    assert.match(problemOfText('{{ 1 + }}').message, /missing before `}}`/)
    assert.match(problemOfText('{{ (1 }}').message, /missing before `}}`/)
    assert.match(problemOfText('{{ "abc }}').message, /never closed/)
    assert.match(problemOfText('{{ `abc }}').message, /never closed/)
    assert.match(problemOfText('{{ "abc\n }}').message, /never closed/)
    assert.match(problemOfText('{{ 1 /* abc }}').message, /comment/)
    assert.match(problemOfText('{{ /abc }}').message, /regular expression/)
    assert.match(problemOfText('{{ “abc” }}').suggestion ?? '', /straight quotes/)
    assert.match(problemOfText('{{ 1 + * 2 }}').message, /Unexpected `\*`/)
    assert.match(problemOfText('{{ if (input.a) 1 }}').suggestion ?? '', /\? a : b/)
    assert.match(problemOfText('{{ var a = 1 }}').message, /`var` is not available/)
    assert.match(problemOfText('{{ /(/ }}').message, /[Rr]egular expression/)
  })
})

describe('template references', () => {
  it('References list the nodes and names that a text reads', () => {
    const template = compile(
      '{{ nodes["Fetch order"].output.a + nodes.b?.output }} {{ input.x }} {{ nodes["b"].output }}',
    )
    assert.deepEqual(references(template), {
      nodes: ['Fetch order', 'b'],
      anyNode: false,
      names: ['input', 'nodes'],
    })
  })

  it('References mark a computed node key', () => {
    assert.equal(references(compile('{{ nodes[item.key].output }}')).anyNode, true)
  })

  it('References ignore a function parameter with the name of a scope value', () => {
    const template = compile('{{ [{ b: 1 }].map(nodes => nodes.b) }}')
    assert.deepEqual(references(template), { nodes: [], anyNode: false, names: [] })
  })
})
