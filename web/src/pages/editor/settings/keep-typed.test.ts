import { expect, test } from 'vitest'
import { keepTyped, type Typed } from './keep-typed.ts'

const before: Typed = { settings: { description: 'Sent', tags: ['a'] }, tagText: 'b' }
const saved = { description: 'Sent', tags: ['a', 'b'] }
const nothing: Typed = { settings: {}, tagText: '' }

test('what was saved is no longer typed', () => {
  expect(keepTyped(before, before, saved)).toEqual(nothing)
})

test('texts that were typed during the save stay', () => {
  const now = { settings: { ...before.settings, description: 'Sent and more', folder: 'New' }, tagText: 'b' }
  expect(keepTyped(now, before, saved)).toEqual({
    settings: { description: 'Sent and more', folder: 'New' },
    tagText: '',
  })
})

test('a tag that was sent while it was typed is saved, even if Enter ended it later', () => {
  expect(keepTyped({ settings: { tags: ['a', 'b'] }, tagText: '' }, before, saved)).toEqual(nothing)
})

test('tags that were added, typed or removed during the save stay so', () => {
  for (const now of [
    { settings: { tags: ['a', 'b', 'c'] }, tagText: '' },
    { settings: { tags: ['a', 'b'] }, tagText: 'c' },
    { settings: { tags: [] }, tagText: 'b' },
  ])
    expect(keepTyped(now, before, saved).tagText).toBe(now.tagText)
  expect(keepTyped({ settings: { tags: ['a', 'b', 'c'] }, tagText: '' }, before, saved).settings).toEqual({
    tags: ['a', 'b', 'c'],
  })
  expect(keepTyped({ settings: { tags: [] }, tagText: 'b' }, before, saved).settings).toEqual({ tags: [] })
})
