import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FIELD_TYPES } from './form.ts'
import { fieldLabels } from './field-label.ts'

const labelsOf = (...fields: Parameters<typeof fieldLabels>[0]) => [...fieldLabels(fields).values()]

describe('fieldLabels', () => {
  it('A field is shown by its label, and without one by the name that somebody chose', () => {
    assert.deepEqual(
      labelsOf(
        { name: 'field_ab12cd', type: 'email', label: 'Your email' },
        { name: 'email', type: 'email' },
        { name: 'phone', type: 'phone', label: ' ' },
        { name: 'field_amount', type: 'number' },
      ),
      ['Your email', 'email', 'phone', 'field_amount'],
    )
  })

  it('A name that the form builder generated is never shown', () => {
    assert.deepEqual(
      labelsOf(
        { name: 'field_ab12cd', type: 'email', label: '' },
        { name: 'field_ab12ce', type: 'text', label: '' },
        { name: 'field_ab12ce_2', type: 'text', label: ' ' },
      ),
      ['Untitled email field', 'Untitled text field 1', 'Untitled text field 2'],
    )
    for (const type of FIELD_TYPES)
      assert.match(labelsOf({ name: 'field_000000', type, label: '' })[0] ?? '', /^Untitled [a-z -]+ field$/)
  })
})
