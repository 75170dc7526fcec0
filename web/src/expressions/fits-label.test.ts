import { expect, test } from 'vitest'
import { fitsLabel } from './fits-label.ts'

test.each([
  ['amount', '', true],
  ['amount', 'A', true],
  ['amount', 'm', false],
  ['amount', 'mo', true],
  ['amount', 'at', false],
  ['firstName', 'fn', true],
  ['first_name', 'fn', true],
  ['"Send email"', '"s', true],
  ['"Send email"', 'se', true],
  ['amount', 'amt', true],
  ['amount', 'address', false],
  ['AAB', 'ab', true],
])('for %s, %j typed: %s', (label, typed, expected) => {
  expect(fitsLabel(label, typed)).toBe(expected)
})
