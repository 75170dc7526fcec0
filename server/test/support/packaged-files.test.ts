import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { packagedFile, packagedFiles } from './packaged-files.ts'

describe('packaged files', () => {
  it('A test without anything to read fails', () => {
    assert.throws(() => packagedFiles('no-such-package', '*.csv'), /no-such-package/)
    assert.throws(() => packagedFiles('world-countries', '*.pdf'), /world-countries has no file \*\.pdf/)
    assert.throws(() => packagedFile('world-countries', 'dist/countries.*'), /several files/)
    assert.ok(packagedFile('world-countries', 'dist/countries.csv').content.length > 100_000)
  })
})
