import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareRows } from './rows.ts'

const BEFORE = new Map([
  [
    'old_slots',
    [
      { id: 1, place_key: 'a' },
      { id: 2, place_key: null },
    ],
  ],
  ['forms', [{ id: 'f', name: 'Order' }]],
])
const AFTER = new Map([
  [
    'slots',
    [
      { id: 1, slot_key: 'a', added: 0 },
      { id: 2, slot_key: null, added: 0 },
    ],
  ],
  ['forms', [{ id: 'f', name: 'Order' }]],
  ['new_table', [{ id: 9 }]],
])
const RENAMES = { old_slots: { table: 'slots', columns: { place_key: 'slot_key' } } }

describe('the comparison of rows', () => {
  it('Tables and columns with new names are compared under these names', () => {
    assert.deepEqual(compareRows(BEFORE, AFTER, { renames: RENAMES }), [])
  })

  it('A table or a column that got a new name without an entry is a difference', () => {
    assert.deepEqual(compareRows(BEFORE, AFTER), ['old_slots: there is no table old_slots'])
    const columnsMissing = compareRows(BEFORE, AFTER, { renames: { old_slots: { table: 'slots' } } })
    assert.equal(columnsMissing[0], 'old_slots: no row of slots has the values {"id":1,"place_key":"a"}')
  })

  it('An entry for a name that the previous release does not have is a difference', () => {
    assert.deepEqual(
      compareRows(BEFORE, BEFORE, { renames: { gone: {}, forms: { columns: { title: 'name' } } } }),
      [
        'renames: the previous release has no rows of gone',
        'renames: forms of the previous release has no column title',
      ],
    )
  })

  it('Equal rows are counted, and an additional row is a difference unless the table may grow', () => {
    const twice = new Map([['t', [{ n: 1 }, { n: 1 }]]])
    const once = new Map([['t', [{ n: 1 }]]])
    assert.deepEqual(compareRows(twice, once), ['t: no row of t has the values {"n":1}'])
    assert.deepEqual(compareRows(once, twice), ['t: t has a row that was not there before, {"n":1}'])
    assert.deepEqual(compareRows(once, twice, { growing: ['t'] }), [])
  })

  it('A value of another type is a difference', () => {
    const [number, text] = [new Map([['t', [{ n: 1 }]]]), new Map([['t', [{ n: '1' }]]])]
    assert.deepEqual(compareRows(number, text), [
      't: no row of t has the values {"n":1}',
      't: t has a row that was not there before, {"n":"1"}',
    ])
  })
})
