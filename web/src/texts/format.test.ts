import { expect, test } from 'vitest'
import { formatRelative } from './format.ts'

const now = Date.parse('2026-06-15T12:00:00Z')
const at = (seconds: number) => formatRelative(new Date(now + seconds * 1000).toISOString(), now)

test('a relative time uses the largest unit that fits', () => {
  expect(at(-10)).toBe('just now')
  expect(at(-50)).toBe('1 minute ago')
  expect(at(-3599)).toBe('1 hour ago')
  expect(at(-5 * 3600)).toBe('5 hours ago')
  expect(at(-86_000)).toBe('yesterday')
  expect(at(-40 * 86_400)).toBe('1 month ago')
  expect(at(-800 * 86_400)).toBe('2 years ago')
  expect(at(3 * 86_400)).toBe('in 3 days')
})
