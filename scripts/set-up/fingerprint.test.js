import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { compareWithStamp, contentFingerprint, listFiles, quickFingerprint } from './fingerprint.js'
import { isNoSource } from './web-app.js'

describe('The fingerprint of files', () => {
  /** @type {string} */
  let root
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'millrace-fingerprint-'))
    mkdirSync(join(root, 'web', 'src'), { recursive: true })
    writeFileSync(join(root, 'web', 'src', 'b.ts'), 'b')
    writeFileSync(join(root, 'web', 'src', 'a.ts'), 'a')
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const files = ['web/src/a.ts', 'web/src/b.ts']
  const stamp = () => ({ quick: quickFingerprint(root, files), content: contentFingerprint(root, files) })
  /** @param {Record<string, unknown> | null} before */
  const compare = (before) =>
    compareWithStamp(before, quickFingerprint(root, files), () => contentFingerprint(root, files))

  it('covers files in a stable order, without skipped and missing ones', () => {
    mkdirSync(join(root, 'web', 'dist'))
    writeFileSync(join(root, 'web', 'dist', 'index.html'), '')
    writeFileSync(join(root, 'web', 'src', 'a.test.ts'), '')
    assert.deepEqual(listFiles(root, ['web', 'nowhere'], isNoSource), files)
  })

  it('distinguishes unchanged, rewritten and changed files', () => {
    const before = stamp()
    assert.equal(compare(before), 'unchanged')
    utimesSync(join(root, 'web', 'src', 'a.ts'), 1, 1)
    assert.equal(compare(before), 'touched')
    writeFileSync(join(root, 'web', 'src', 'a.ts'), 'A')
    assert.equal(compare(before), 'changed')
    assert.equal(compare(null), 'changed')
  })

  it('does not open a file if nothing changed', () => {
    const before = stamp()
    const readContent = () => assert.fail('opened the files')
    assert.equal(compareWithStamp(before, quickFingerprint(root, files), readContent), 'unchanged')
  })

  it('differs when contents move from one file to another', () => {
    const before = contentFingerprint(root, files)
    writeFileSync(join(root, 'web', 'src', 'a.ts'), 'b')
    writeFileSync(join(root, 'web', 'src', 'b.ts'), 'a')
    assert.notEqual(contentFingerprint(root, files), before)
  })
})

it('Tests, documents and build output are not sources of the web app', () => {
  for (const path of ['web/dist', 'web/node_modules', 'web/src/a.test.tsx', 'web/README.md']) {
    assert.equal(isNoSource(path), true, path)
  }
  for (const path of ['web', 'web/src/distance', 'web/src/dist', 'web/src/a.tsx', 'web/index.html']) {
    assert.equal(isNoSource(path), false, path)
  }
})
