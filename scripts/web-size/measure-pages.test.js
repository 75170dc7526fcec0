import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EDITOR_BUDGET, measurePages, PAGE_BUDGET } from './measure-pages.js'

const manifest = {
  'index.html': { file: 'index.js', isEntry: true, imports: ['_react.js', '_layout.js'] },
  '_react.js': { file: 'react.js' },
  '_layout.js': { file: 'layout.js', imports: ['_react.js', 'index.html'] },
  'src/pages/plan/plan-page.tsx': { file: 'plan.js', imports: ['_react.js'] },
  'src/pages/editor/editor-page.tsx': { file: 'editor.js' },
  'src/pages/editor/editor-tab.tsx': { file: 'canvas.js' },
  'src/pages/editor/versions/versions-tab.tsx': { file: 'versions.js' },
  'src/lazy.tsx': { file: 'lazy.js' },
}

describe('the size of pages', () => {
  it('counts every script of the first load once, and nothing that loads later', () => {
    /** @type {string[]} */
    const read = []
    const pages = measurePages(manifest, (file) => {
      read.push(file)
      return 0
    })
    const files = new Map(pages.map((page) => [page.page, page.files]))
    assert.equal(files.get('src/pages/plan/plan-page.tsx'), 4)
    assert.equal(files.get('src/pages/editor/editor-page.tsx'), 5)
    assert.equal(files.get('src/pages/editor/versions/versions-tab.tsx'), 5)
    assert.equal(read.includes('lazy.js'), false)
    assert.equal(new Set(read).size, read.length)
  })

  it('exceeds the budget when a page grows', () => {
    const sizes = measurePages(manifest, (file) => (file === 'plan.js' ? PAGE_BUDGET : 1))
    const [largest, ...others] = sizes
    assert.equal(largest?.page, 'src/pages/plan/plan-page.tsx')
    assert.ok((largest?.bytes ?? 0) > PAGE_BUDGET)
    for (const { bytes, budget } of others) assert.ok(bytes < budget)
  })

  it('has a larger budget in the editor', () => {
    const budgets = new Map(measurePages(manifest, () => 0).map(({ page, budget }) => [page, budget]))
    assert.equal(budgets.get('src/pages/editor/editor-tab.tsx'), EDITOR_BUDGET)
    assert.equal(budgets.get('src/pages/plan/plan-page.tsx'), PAGE_BUDGET)
  })

  it('cannot be measured without pages', () => {
    assert.throws(() => measurePages({}, () => 0), /no page/)
  })
})
