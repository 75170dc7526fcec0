import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { foldCase } from '../shared/fold-case.ts'
import { normaliseFolder, normaliseTags } from './organisation.ts'

const text = fc.string({ unit: fc.constantFrom(' ', '/', 'a', 'A', 'ß', 'SS', 'é', 'e\u0301', '\t', '.') })

describe('normaliseTags', () => {
  it('Tags are trimmed, not empty, and differ in more than case', () => {
    fc.assert(
      fc.property(fc.array(text), (tags) => {
        const normalised = normaliseTags(tags)
        for (const tag of normalised) assert.ok(tag !== '' && tag === tag.trim())
        assert.equal(new Set(normalised.map(foldCase)).size, normalised.length)
        const wanted = new Set(tags.map((tag) => foldCase(tag.trim())).filter((tag) => tag !== ''))
        assert.deepEqual(new Set(normalised.map(foldCase)), wanted)
        assert.deepEqual(normaliseTags(normalised), normalised)
      }),
    )
  })
})

describe('normaliseFolder', () => {
  it('A folder has no empty names and no white space around them, and stays as it is when normalised again', () => {
    fc.assert(
      fc.property(text, (path) => {
        const folder = normaliseFolder(path)
        const names = folder === '' ? [] : folder.split('/')
        for (const name of names) assert.ok(name !== '' && name === name.trim())
        assert.equal(normaliseFolder(folder), folder)
        assert.equal(normaliseFolder(` /${path}/ `), folder)
        assert.ok(folder.length <= path.length)
      }),
    )
  })
})
