import { expect, test } from 'vitest'
import { safeNext } from './safe-next.ts'

test('safeNext accepts paths of this app with their search and hash', () => {
  expect(safeNext('/settings/plan')).toBe('/settings/plan')
  expect(safeNext('/settings/plan?tab=1#day')).toBe('/settings/plan?tab=1#day')
  expect(safeNext('/a/../settings')).toBe('/settings')
})

test.each([
  ['another host', 'https://evil.example/'],
  ['a host without a scheme', '//evil.example'],
  ['a backslash that browsers read as a slash', '/\\evil.example'],
  ['a tab that browsers drop', '/\t/evil.example'],
  ['a newline that browsers drop', '/\n/evil.example'],
  ['dots that resolve to a host', '/.//evil.example'],
  ['deeper dots that resolve to a host', '/x/..//evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['a relative path', 'settings'],
  ['an empty string', ''],
  ['a number', 7],
  ['the sign-in page itself', '/sign-in?next=/'],
  ['the setup page', '/setup'],
])('safeNext rejects %s', (_, value) => {
  expect(safeNext(value)).toBeUndefined()
})
