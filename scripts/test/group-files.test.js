import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { groupFiles } from './group-files.js'

describe('groupFiles', () => {
  it('Every file is imported by exactly one group, and no group is empty', () => {
    const root = mkdtempSync(join(tmpdir(), 'millrace-groups-'))
    try {
      const files = ['a.test.ts', 'b.test.ts', 'c.test.ts']
      for (const count of [1, 2, 5]) {
        const groups = groupFiles(root, files, count)
        assert.equal(groups.length, Math.min(count, files.length))
        const texts = groups.map((group) => readFileSync(join(root, group), 'utf8'))
        for (const file of files) assert.equal(texts.filter((text) => text.includes(file)).length, 1, file)
        for (const text of texts) assert.match(text, /^import "file:/)
      }
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
