import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('values stay the strings they are, also when they look like numbers or JSON', () => {
  const search = { token: '12345678901234567890', flag: 'true', text: '{"a":1}', path: '/x?y=1&z' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('nothing to say makes no question mark', () => {
  expect(stringifySearch({ next: undefined })).toBe('')
})
