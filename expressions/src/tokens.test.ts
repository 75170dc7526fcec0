import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tokenizeExpression, tokenizeTemplate, type ExpressionRegion } from './tokens.ts'

function read(text: string, { tokens }: ExpressionRegion): readonly string[] {
  return tokens.map(({ from, to, kind }) => `${kind} ${text.slice(from, to)}`)
}

describe('tokens', () => {
  it('A template has one region per expression, with the offsets of the text', () => {
    const text = 'Dear {{ input.name.trim() }}, {{ "}}" + {a: {b: 1}} }}!'
    const regions = tokenizeTemplate(text)
    assert.deepEqual(
      regions.map(({ from, to }) => text.slice(from, to)),
      ['{{ input.name.trim() }}', '{{ "}}" + {a: {b: 1}} }}'],
    )
    assert.deepEqual(read(text, regions[0] as ExpressionRegion), [
      'name input',
      'punctuation .',
      'property name',
      'punctuation .',
      'function trim',
      'punctuation (',
      'punctuation )',
    ])
  })

  it('An unfinished expression ends at its closing brackets', () => {
    const text = 'a {{ input. }} b {{ "open }} c'
    const [first, second] = tokenizeTemplate(text)
    assert.equal(text.slice(first?.from, first?.to), '{{ input. }}')
    assert.equal(first?.isClosed, true)
    assert.equal(text.slice(second?.from, second?.to), '{{ "open }}')
  })

  it('A template without closing brackets is open until the end', () => {
    const [region] = tokenizeTemplate('x {{ input.a')
    assert.equal(region?.isClosed, false)
    assert.equal(region?.to, 12)
  })

  it('A character that is not part of the language is invalid, and the rest is read on', () => {
    const text = 'input.a # typeof 1 /* why */'
    assert.deepEqual(read(text, tokenizeExpression(text)), [
      'name input',
      'punctuation .',
      'property a',
      'invalid #',
      'keyword typeof',
      'number 1',
      'comment /* why */',
    ])
  })

  it('Every prefix of an expression can be tokenized', () => {
    const text = 'A {{ input.items.filter((x) => /a+/i.test(x.name) && `${x.n}` != "q").length ?? 0 }} z'
    for (let end = 0; end <= text.length; end += 1) {
      const part = text.slice(0, end)
      for (const { from, to, tokens } of tokenizeTemplate(part)) {
        assert.ok(from < to && to <= end)
        for (const token of tokens) assert.ok(token.from < token.to && token.to <= end)
      }
    }
  })
})
