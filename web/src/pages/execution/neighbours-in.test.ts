import { expect, test } from 'vitest'
import { neighboursIn } from './neighbours-in.ts'

const runs = [{ id: '05' }, { id: '03' }, { id: '01' }]

test('a run in the list has its neighbours there', () => {
  expect(neighboursIn(runs, '03')).toEqual({ index: 1, newer: '05', older: '01' })
  expect(neighboursIn(runs, '05')).toEqual({ index: 0, newer: undefined, older: '03' })
  expect(neighboursIn(runs, '01')).toEqual({ index: 2, newer: '03', older: undefined })
})

test('a run that has just started has the newest run of the list before it', () => {
  expect(neighboursIn(runs, '06')).toEqual({ index: -1, newer: undefined, older: '05' })
})

test('a run that the list excludes is between the runs around its time', () => {
  expect(neighboursIn(runs, '02')).toEqual({ index: -1, newer: '03', older: '01' })
})

test('a run that is older than all loaded ones has no neighbours yet', () => {
  expect(neighboursIn(runs, '00')).toEqual({ index: -1, newer: undefined, older: undefined })
  expect(neighboursIn([], '01')).toEqual({ index: -1, newer: undefined, older: undefined })
})
