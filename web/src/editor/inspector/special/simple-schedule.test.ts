import { expect, test } from 'vitest'
import { changeKind, readCron, toCron } from './simple-schedule.ts'

test.each([
  '* * * * *',
  '*/15 * * * *',
  '30 * * * *',
  '0 9 * * *',
  '5 8 * * MON-FRI',
  '0 17 * * FRI',
  '0 0 * * SUN',
  '45 23 31 * *',
])('%s is read and written without a change', (expression) => {
  const read = readCron(expression)
  expect(read).toBeDefined()
  expect(toCron(read as NonNullable<typeof read>)).toBe(expression)
})

test('other spellings of the same schedule are read', () => {
  expect(readCron('0 8 * * 1-5')?.kind).toBe('weekdays')
  expect(readCron(' 0  8 * * fri ')).toMatchObject({ kind: 'week', weekday: 5 })
  expect(readCron('0 8 * * 7')).toMatchObject({ kind: 'week', weekday: 0 })
})

test.each([
  '',
  '0 9',
  '0 9 * 1 *',
  '0 9 1 * MON',
  '0 9,17 * * *',
  '*/7 * * * *',
  '0 0 9 * * *',
  '61 9 * * *',
  'x',
])('"%s" stays a cron expression', (expression) => {
  expect(readCron(expression)).toBeUndefined()
})

test('another kind keeps the time', () => {
  expect(toCron(changeKind(readCron('15 7 * * *'), 'week'))).toBe('15 7 * * MON')
  expect(toCron(changeKind(undefined, 'weekdays'))).toBe('0 9 * * MON-FRI')
})
