import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { renderFunctionReference } from './function-reference.ts'
import { patternFields } from './dates/format-date.ts'
import { scopeNames } from './runtime/scope.ts'

const guideFile = new URL('../../docs/guides/expressions.md', import.meta.url)
const begin = '<!-- functions: begin -->'
const end = '<!-- functions: end -->'

/** Ignores the column alignment that the formatter adds. */
function withoutAlignment(markdown: string): string {
  return markdown.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---').trim()
}

describe('expressions guide', () => {
  it('The guide lists every function as it is in the code', async () => {
    const guide = await readFile(guideFile, 'utf8')
    const listed = guide.slice(guide.indexOf(begin) + begin.length, guide.indexOf(end))
    assert.equal(withoutAlignment(listed), withoutAlignment(renderFunctionReference()))
  })

  it('The guide names every scope value and every date pattern field', async () => {
    const guide = await readFile(guideFile, 'utf8')
    for (const name of [...scopeNames, ...patternFields]) assert.ok(guide.includes(`\`${name}`), name)
  })
})
