import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('search parameters stay strings, even if they resemble numbers or JSON', () => {
  const search = { token: '12345678901234567890', flag: 'true', text: '{"a":1}', path: '/x?y=1&z' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('an empty search has no question mark', () => {
  expect(stringifySearch({ next: undefined })).toBe('')
})
