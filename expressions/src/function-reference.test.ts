import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { renderFunctionReference } from './function-reference.ts'
import { patternFields } from './dates/format-date.ts'
import { scopeNames } from './runtime/scope.ts'

const guideFile = new URL('../../docs/guides/expressions.md', import.meta.url)
const begin = '<!-- functions: begin -->'
const end = '<!-- functions: end -->'

/** Tables are aligned by the formatter; only their content counts. */
function withoutAlignment(markdown: string): string {
  return markdown.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---').trim()
}

describe('the guide to expressions', () => {
  it('lists every function as the code has it', async () => {
    const guide = await readFile(guideFile, 'utf8')
    const listed = guide.slice(guide.indexOf(begin) + begin.length, guide.indexOf(end))
    assert.equal(withoutAlignment(listed), withoutAlignment(renderFunctionReference()))
  })

  it('names every value of the scope and every letter of date patterns', async () => {
    const guide = await readFile(guideFile, 'utf8')
    for (const name of [...scopeNames, ...patternFields]) assert.ok(guide.includes(`\`${name}`), name)
  })
})
