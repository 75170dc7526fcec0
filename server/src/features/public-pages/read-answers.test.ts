import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FormField } from '@millrace/contract/form.ts'
import { readAnswers, sentTexts, startingTexts } from './read-answers.ts'

function read(field: Omit<FormField, 'name' | 'required'>, ...texts: string[]): unknown {
  const fields = [{ name: 'f', required: false, ...field }]
  const sent = new URLSearchParams(texts.map((text): [string, string] => ['f', text]))
  return readAnswers(fields, sentTexts(fields, sent))['f']
}

describe('readAnswers', () => {
  it('A field that was left empty is left out', () => {
    for (const type of [
      'text',
      'number',
      'date',
      'select',
      'multiselect',
      'radio',
      'rating',
      'hidden',
    ] as const) {
      assert.equal(read({ type }), undefined, type)
      assert.equal(read({ type }, ''), undefined, type)
    }
    assert.equal(read({ type: 'checkbox', options: ['a'] }), undefined)
  })

  it('A megabyte of digits that is no number stays a text and is read in one go', () => {
    const text = `${'1'.repeat(1_000_000)}x`
    assert.equal(read({ type: 'number' }, text), text)
    for (const [number, value] of [
      ['1.', 1],
      ['.5', 0.5],
      ['-1.5e3', -1500],
      ['+7', 7],
    ] as const)
      assert.equal(read({ type: 'number' }, number), value)
    for (const other of ['.', '1e', '1..2', '0x10', '1_000'])
      assert.equal(read({ type: 'number' }, other), other)
  })

  it('A checkbox that was not ticked is false', () => {
    for (const type of ['boolean', 'checkbox'] as const) {
      assert.equal(read({ type }), false)
      assert.equal(read({ type }, 'false'), false)
      assert.equal(read({ type }, 'true'), true)
      assert.equal(read({ type }, 'on'), true)
    }
  })

  it('The answer to a numeric field is a number if it looks like one, and a text otherwise', () => {
    for (const type of ['number', 'rating', 'scale'] as const) {
      assert.equal(read({ type }, '5'), 5)
      assert.equal(read({ type }, ' -1.5e3 '), -1500)
      for (const text of ['five', '0x10', '1,5', 'Infinity', 'NaN', '1 2', '+', '.', 'e5']) {
        assert.equal(read({ type }, text), text)
      }
    }
  })

  it('The answer to a multiple choice is a list of options, or of lines if there are no options', () => {
    assert.deepEqual(read({ type: 'multiselect', options: ['a', 'b'] }, 'a', 'b'), ['a', 'b'])
    assert.deepEqual(read({ type: 'checkbox', options: ['a'] }, 'a'), ['a'])
    assert.deepEqual(read({ type: 'multiselect' }, 'one\r\n\r\ntwo'), ['one', 'two'])
    assert.deepEqual(read({ type: 'checkbox', options: [] }, 'one'), ['one'])
  })

  it('Line breaks in a textarea are plain newlines', () => {
    assert.equal(read({ type: 'textarea' }, '\r\na\r\n\r\nb\r'), '\na\n\nb\r')
    assert.equal(read({ type: 'text' }, 'a\r\nb'), 'a\r\nb')
  })

  it('An unchanged hidden field has the type of its default', () => {
    assert.equal(read({ type: 'hidden', default: 5 }, '5'), 5)
    assert.equal(read({ type: 'hidden', default: false }, 'false'), false)
    assert.equal(read({ type: 'hidden', default: 'a\nb' }, 'a\r\nb'), 'a\nb')
    assert.equal(read({ type: 'hidden', default: 5 }, '6'), '6')
  })

  it('Fields may have any name, and unknown fields are ignored', () => {
    const names = ['__proto__', 'constructor', 'toString', 'a b&c=d', 'Ж.x[0]', 'two\nlines', 'cr\rlf']
    const fields = names.map((name): FormField => ({ name, type: 'text', required: false }))
    const sent: [string, string][] = [
      ['other', 'x'],
      ...names.map((name) => [name.replace(/\n|\r/, '\r\n'), 'v'] as [string, string]),
    ]
    const data = readAnswers(fields, sentTexts(fields, new URLSearchParams(sent)))
    assert.deepEqual(
      Object.entries(data),
      names.map((name) => [name, 'v']),
    )
    assert.equal(Object.getPrototypeOf(data), Object.prototype)
  })
})

describe('startingTexts', () => {
  it('Controls start with the defaults of their fields', () => {
    const field = (type: FormField['type'], value: unknown): FormField => ({
      name: 'f',
      type,
      required: false,
      default: value,
    })
    const fields = [
      field('text', 'a'),
      field('number', 5),
      field('boolean', true),
      field('boolean', false),
      field('hidden', false),
      field('multiselect', ['a', 'b']),
      field('text', undefined),
      field('text', null),
    ]
    assert.deepEqual(startingTexts(fields), [['a'], ['5'], ['true'], [], ['false'], ['a', 'b'], [], []])
  })
})
