import { expect, test } from 'vitest'
import { localDay, toExpirationTime } from './expiration.ts'

const now = new Date(2026, 2, 10, 15, 0).getTime()

test('the expiration time is null for never, and days count from now', () => {
  expect(toExpirationTime('never', '', now)).toBeNull()
  expect(toExpirationTime('30', '', now)).toBe(new Date(now + 30 * 86_400_000).toISOString())
})

test('a date expires at the end of that day, and today is a valid date', () => {
  expect(toExpirationTime('date', '2026-03-10', now)).toBe(new Date(2026, 2, 10, 23, 59, 59).toISOString())
  expect(localDay(now)).toBe('2026-03-10')
})

test('a missing, malformed or past date has no expiration time', () => {
  expect(toExpirationTime('date', '', now)).toBeUndefined()
  expect(toExpirationTime('date', '10.3.2026', now)).toBeUndefined()
  expect(toExpirationTime('date', '2026-03-09', now)).toBeUndefined()
})
