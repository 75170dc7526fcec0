import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FormField } from '@millrace/contract/form.ts'
import { readAnswers, sentTexts, startingTexts } from './read-answers.ts'

function read(field: Omit<FormField, 'name' | 'required'>, ...texts: string[]): unknown {
  const fields = [{ name: 'f', required: false, ...field }]
  const sent = new URLSearchParams(texts.map((text): [string, string] => ['f', text]))
  return readAnswers(fields, sentTexts(fields, sent))['f']
}

describe('what a form sent', () => {
  it('is left out where nothing was filled in', () => {
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

  it('is false for a box that was not ticked', () => {
    for (const type of ['boolean', 'checkbox'] as const) {
      assert.equal(read({ type }), false)
      assert.equal(read({ type }, 'false'), false)
      assert.equal(read({ type }, 'true'), true)
      assert.equal(read({ type }, 'on'), true)
    }
  })

  it('is a number where one is wanted, and stays a text when it is none', () => {
    for (const type of ['number', 'rating', 'scale'] as const) {
      assert.equal(read({ type }, '5'), 5)
      assert.equal(read({ type }, ' -1.5e3 '), -1500)
      for (const text of ['five', '0x10', '1,5', 'Infinity', 'NaN', '1 2', '+', '.', 'e5']) {
        assert.equal(read({ type }, text), text)
      }
    }
  })

  it('is a list of choices, or of lines where there is nothing to choose from', () => {
    assert.deepEqual(read({ type: 'multiselect', options: ['a', 'b'] }, 'a', 'b'), ['a', 'b'])
    assert.deepEqual(read({ type: 'checkbox', options: ['a'] }, 'a'), ['a'])
    assert.deepEqual(read({ type: 'multiselect' }, 'one\r\n\r\ntwo'), ['one', 'two'])
    assert.deepEqual(read({ type: 'checkbox', options: [] }, 'one'), ['one'])
  })

  it('has line breaks as they were typed', () => {
    assert.equal(read({ type: 'textarea' }, '\r\na\r\n\r\nb\r'), '\na\n\nb\r')
    assert.equal(read({ type: 'text' }, 'a\r\nb'), 'a\r\nb')
  })

  it('is the default of a hidden field again, whatever its type', () => {
    assert.equal(read({ type: 'hidden', default: 5 }, '5'), 5)
    assert.equal(read({ type: 'hidden', default: false }, 'false'), false)
    assert.equal(read({ type: 'hidden', default: 'a\nb' }, 'a\r\nb'), 'a\nb')
    assert.equal(read({ type: 'hidden', default: 5 }, '6'), '6')
  })

  it('is found under any name, and what was not asked for is ignored', () => {
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

describe('what the controls start with', () => {
  it('are the defaults', () => {
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
