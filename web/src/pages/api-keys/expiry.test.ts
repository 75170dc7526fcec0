import { expect, test } from 'vitest'
import { expiryMoment, localDay } from './expiry.ts'

const now = new Date(2026, 2, 10, 15, 0).getTime()

test('never is null, and days count from now', () => {
  expect(expiryMoment('never', '', now)).toBeNull()
  expect(expiryMoment('30', '', now)).toBe(new Date(now + 30 * 86_400_000).toISOString())
})

test('a date lasts to the end of that day, today included', () => {
  expect(expiryMoment('date', '2026-03-10', now)).toBe(new Date(2026, 2, 10, 23, 59, 59).toISOString())
  expect(localDay(now)).toBe('2026-03-10')
})

test('a missing, broken or past date is refused', () => {
  expect(expiryMoment('date', '', now)).toBeUndefined()
  expect(expiryMoment('date', '10.3.2026', now)).toBeUndefined()
  expect(expiryMoment('date', '2026-03-09', now)).toBeUndefined()
})
