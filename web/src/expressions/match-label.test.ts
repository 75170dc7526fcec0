import { expect, test } from 'vitest'
import { matchLabel } from './match-label.ts'

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
  expect(matchLabel(label, typed) !== undefined).toBe(expected)
})

test('the whole label comes first, then its beginning, beginnings of words, a part of it, and letters in their order', () => {
  const labels = ['a-nXaXm', 'Nam', 'n.a.m', 'unamed', 'names', 'nam', 'Named']
  const ranked = labels
    .map((label) => ({ label, rank: matchLabel(label, 'nam')?.rank ?? -1 }))
    .toSorted((one, other) => one.rank - other.rank)
  expect(ranked).toEqual([
    { label: 'Nam', rank: 0 },
    { label: 'nam', rank: 0 },
    { label: 'names', rank: 1 },
    { label: 'Named', rank: 2 },
    { label: 'n.a.m', rank: 3 },
    { label: 'unamed', rank: 4 },
    { label: 'a-nXaXm', rank: 5 },
  ])
})

test.each([
  ['amount', 'am', [0, 1]],
  ['firstName', 'fn', [0, 5]],
  ['unamed', 'nam', [1, 2, 3]],
  ['amount', 'amt', [0, 1, 5]],
])('of %s, %j is marked', (label, typed, expected) => {
  expect(matchLabel(label, typed)?.letters).toEqual(expected)
})
