import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FormField } from '@millrace/contract/form.ts'
import { listColumns } from './list-columns.ts'

const field = (name: string, label?: string): FormField => ({
  name,
  type: 'text',
  required: false,
  ...(label !== undefined && { label }),
})

describe('listColumns', () => {
  it('The newest version that has a field determines its label', () => {
    const columns = listColumns(
      [field('a', 'A')],
      [[field('a', 'Old'), field('b', 'B')], [field('b', 'Older')]],
    )
    assert.deepEqual(columns, [
      { name: 'a', label: 'A', type: 'text', current: true },
      { name: 'b', label: 'B', type: 'text', current: false },
    ])
  })

  it('Columns of untitled fields are told apart by a number, and keep their names', () => {
    const columns = listColumns([field('field_ab12cd', '')], [[field('field_xy34zw', '')]])
    assert.deepEqual(
      columns.map(({ name, label }) => [name, label]),
      [
        ['field_ab12cd', 'Untitled text field 1'],
        ['field_xy34zw', 'Untitled text field 2'],
      ],
    )
  })
})
