import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FormField } from '@millrace/contract/form.ts'
import { PatternCheck } from '@millrace/expressions'
import { checkFields } from './check-fields.ts'
import { checkSubmission } from './check-submission.ts'

function makeFields(count: number, pattern: (index: number) => string): FormField[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `field_${index}`,
    type: 'text',
    required: false,
    pattern: pattern(index),
  }))
}

function fill(fields: readonly FormField[], value: string): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, value]))
}

describe('patterns of form fields', () => {
  it('A form can have 500 fields with patterns', () => {
    const fields = makeFields(500, (index) => `[A-Z]{2}-[0-9]{4,9}|${index}`)
    assert.deepEqual(checkFields(fields, new PatternCheck()), [])
    assert.deepEqual(checkSubmission(fields, fill(fields, 'AB-123456'), new PatternCheck()), [])
    const issues = checkSubmission(fields, fill(fields, 'ab-123456'), new PatternCheck())
    assert.equal(issues.length, 500)
    assert.deepEqual(issues[0], { path: 'data.field_0', message: 'must match [A-Z]{2}-[0-9]{4,9}|0' })
  })

  it('All fields of a submission share one budget', () => {
    const fields = makeFields(500, (index) => `(?:a?b?c?){0,60}x{0,60}${index}`)
    const issues = checkSubmission(fields, fill(fields, 'abc'.repeat(600)), new PatternCheck())
    assert.equal(issues[0]?.message, `must match ${fields[0]?.pattern}`)
    assert.equal(
      issues.at(-1)?.message,
      'cannot be compared with its pattern: all patterns are too large together',
    )
    const same = makeFields(500, () => '(?:a|b|ab|ba)*c')
    assert.match(
      checkSubmission(same, fill(same, 'ab'.repeat(8000)), new PatternCheck()).at(-1)?.message ?? '',
      /^cannot be compared with its pattern: the texts are too long for their patterns$/,
    )
  })

  it('The patterns of a form are limited together', () => {
    const issues = checkFields(
      makeFields(500, (index) => `\\p{L}{900}${index}`),
      new PatternCheck(),
    )
    assert.ok(issues.length > 0 && issues.length < 500, String(issues.length))
    assert.deepEqual(issues.at(-1), {
      path: 'fields[499].pattern',
      message: 'is not a supported regular expression: all patterns are too large together',
    })
  })
})

describe('names that a form does not have', () => {
  it('Each is reported, and of very many the number', () => {
    const fields: FormField[] = [{ name: 'name', type: 'text', required: true }]
    const data = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, 1]))
    const check = (count: number) => checkSubmission(fields, data(count), new PatternCheck())
    assert.deepEqual(check(1), [
      { path: 'data.x0', message: 'is not a field of this form' },
      { path: 'data.name', message: 'is required' },
    ])
    assert.equal(check(100).length, 101)
    const issues = check(60_000)
    assert.equal(issues.length, 102)
    assert.deepEqual(issues.slice(-2), [
      { path: 'data', message: 'has 59900 further names that are not a field of this form' },
      { path: 'data.name', message: 'is required' },
    ])
  })
})
