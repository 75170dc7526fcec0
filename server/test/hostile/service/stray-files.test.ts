import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { StrayFiles } from './stray-files.ts'

describe('stray files', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-stray-'))
    mkdirSync(join(folder, 'files', 'ab'), { recursive: true })
    writeFileSync(join(folder, 'millrace.db'), 'rows')
  })
  after(() => rmSync(folder, { recursive: true }))

  it('Contents of the file store and the files of the database are none', () => {
    const stray = new StrayFiles(folder)
    writeFileSync(join(folder, 'files', 'ab', randomUUID()), 'secret content')
    writeFileSync(join(folder, 'millrace.db-wal'), '')
    assert.deepEqual(stray.inDataFolder(), [])
    assert.deepEqual(stray.named(['../escaped-1', 'escaped-1']), [])
    assert.deepEqual(stray.containing('secret content'), [])
  })

  it('Other files are found by where they are, by the names that they were given, and by their content', () => {
    const stray = new StrayFiles(folder)
    const name = `escaped-${randomUUID()}`
    const outside = join(tmpdir(), name)
    try {
      writeFileSync(outside, '')
      writeFileSync(join(folder, 'files', 'ab', name), '')
      writeFileSync(join(folder, 'files', name), 'other secret')
      assert.deepEqual(stray.inDataFolder().sort(), [join('files', 'ab', name), join('files', name)].sort())
      for (const given of [
        `../../${name}`,
        `..\\..\\${name}`,
        `%2e%2e%2f%2e%2e%2f${name}`,
        `a\u0000/../../${name}`,
      ])
        assert.ok(stray.named([given]).includes(outside), given)
      assert.deepEqual(stray.containing('other secret'), [join('files', name)])
    } finally {
      rmSync(outside)
    }
  })
})
