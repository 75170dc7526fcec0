import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { trimEnd, withoutTrailingSlashes } from './trim-end.ts'

describe('trimEnd', () => {
  it('Only characters at the end are removed', () => {
    assert.equal(trimEnd('..a. b. .', /[.\s]/), '..a. b')
    assert.equal(trimEnd('...', /\./), '')
    assert.equal(trimEnd('', /\./), '')
    assert.equal(withoutTrailingSlashes('https://example.com//a//'), 'https://example.com//a')
  })

  it('A megabyte of such characters in the middle is no work', () => {
    const text = `a${'/'.repeat(1_000_000)}b`
    assert.equal(withoutTrailingSlashes(text), text)
  })
})
