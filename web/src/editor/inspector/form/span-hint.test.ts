import { expect, test } from 'vitest'
import { spanHint } from './span-hint.ts'

test.each([
  ['timeout_seconds', 300, '= 5 min'],
  ['timeout_seconds', 90, '= 1 min 30 s'],
  ['timeout_seconds', 86_400, '= 1 day'],
  ['timeout_seconds', 2 * 86_400 + 3 * 3_600 + 59, '= 2 days 3 h'],
  ['timeout_ms', 30_000, '= 30 s'],
  ['timeout_seconds', 45, undefined],
  ['timeout_ms', 500, undefined],
  ['max_pages', 300, undefined],
  ['timeout_seconds', undefined, undefined],
])('%s of %s reads %s', (name, value, hint) => {
  expect(spanHint(name, value)).toBe(hint)
})
