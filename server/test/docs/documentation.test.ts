import assert from 'node:assert/strict'
import { globSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { findBrokenLinks, findUnknownTests, type RepositoryFiles } from './broken-references.ts'

const root = resolve(import.meta.dirname, '../../..')
const folders = '{contract,server,web,e2e,bench,scripts,expressions,docs,examples}'

const repository: RepositoryFiles = {
  read(path) {
    const found = statSync(resolve(root, path), { throwIfNoEntry: false })
    if (found === undefined) return undefined
    return found.isDirectory() ? '' : readFileSync(resolve(root, path), 'utf8')
  },
  paths: globSync(['*.md', `${folders}/**/*.{md,ts}`], {
    cwd: root,
    exclude: (path) => /(?:^|[\\/])(?:node_modules|dist)$/.test(path),
  }).map((path) => path.replaceAll('\\', '/')),
}

function planted(files: Readonly<Record<string, string>>): RepositoryFiles {
  return { read: (path) => files[path], paths: Object.keys(files) }
}

describe('The documentation', () => {
  it('No relative link of the documentation points to a missing file or heading', () => {
    const pages = repository.paths.filter((path) => path.endsWith('.md'))
    assert.ok(pages.includes('README.md') && pages.includes('docs/guides/forms.md'))
    const broken = pages.flatMap((page) =>
      findBrokenLinks(page, repository).map((target) => `${page}: ${target}`),
    )
    assert.deepEqual(broken, [])
  })

  it('Every test that SECURITY names exists', () => {
    assert.deepEqual(findUnknownTests('SECURITY.md', repository), [])
  })
})

describe('The documentation checks', () => {
  it('The link check reports a missing file or heading and accepts other links', () => {
    const text = '# One [a](b.md) [b](../c/d.md#two-words) [c](#one) [d](https://e.f) [e](g.md) [f](b.md#two)'
    const files = planted({ 'a/x.md': `${text}\n\n# One\n`, 'a/b.md': '# Three', 'c/d.md': '## Two `words`' })
    assert.deepEqual(findBrokenLinks('a/x.md', files), ['g.md', 'b.md#two'])
  })

  it('The test check reports a missing or ambiguous test', () => {
    const page = '`known.test.ts`, `missing.test.ts`, `twice.e2e.ts`, `other.ts`'
    const files = planted({
      'S.md': page,
      'a/known.test.ts': '',
      'a/twice.e2e.ts': '',
      'b/twice.e2e.ts': '',
    })
    assert.deepEqual(findUnknownTests('S.md', files), ['missing.test.ts', 'twice.e2e.ts'])
  })
})
