import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { applyGenerated, collectGenerated, compareGenerated } from './generated-files.js'

/** @param {{ path: string, content: string }[]} files */
const generator = (...files) => ({ generate: async () => files })

describe('generated files', () => {
  /** @type {string} */
  let root
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'millrace-generate-'))
    mkdirSync(join(root, 'docs', 'reference'), { recursive: true })
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it('are reported when missing, outdated, or without a generator', async () => {
    writeFileSync(join(root, 'docs/reference/changed.md'), 'before')
    writeFileSync(join(root, 'docs/reference/same.md'), 'same')
    writeFileSync(join(root, 'docs/reference/stale.md'), 'old')
    const wanted = await collectGenerated([
      generator({ path: 'docs/reference/changed.md', content: 'after' }),
      generator(
        { path: 'docs/reference/same.md', content: 'same' },
        { path: 'docs/reference/new.md', content: '' },
      ),
    ])
    assert.deepEqual(compareGenerated(root, wanted), [
      { path: 'docs/reference/changed.md', state: 'outdated' },
      { path: 'docs/reference/new.md', state: 'missing' },
      { path: 'docs/reference/stale.md', state: 'no longer generated' },
    ])
  })

  it('match after they have been written, also outside of the reference folder', async () => {
    writeFileSync(join(root, 'docs/reference/stale.md'), 'old')
    writeFileSync(join(root, 'docs/kept.md'), 'written by hand')
    const wanted = await collectGenerated([
      generator(
        { path: 'docs/reference/nodes/a.md', content: 'a' },
        { path: 'schema/b.json', content: '{}' },
      ),
    ])
    applyGenerated(root, wanted, compareGenerated(root, wanted))
    assert.deepEqual(compareGenerated(root, wanted), [])
    assert.equal(readFileSync(join(root, 'schema/b.json'), 'utf8'), '{}')
    assert.equal(existsSync(join(root, 'docs/reference/stale.md')), false)
    assert.equal(existsSync(join(root, 'docs/kept.md')), true)
  })

  it('have one generator each, and stay inside the project', async () => {
    const file = { path: 'docs/reference/a.md', content: '' }
    await assert.rejects(collectGenerated([generator(file), generator(file)]), /Two generators write/)
    await assert.rejects(
      collectGenerated([generator({ path: '../a.md', content: '' })]),
      /relative to the project/,
    )
    await assert.rejects(
      collectGenerated([generator({ path: '/a.md', content: '' })]),
      /relative to the project/,
    )
  })
})
