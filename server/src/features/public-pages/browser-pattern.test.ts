import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browserPattern } from './browser-pattern.ts'

describe('the pattern that a browser is given', () => {
  it('is the one of the owner where both read it the same way', () => {
    for (const pattern of ['[A-Z]{3}', String.raw`\d+-\d+`, 'a|b', String.raw`[\w.]+@x`, 'é+', '(?:ab)*']) {
      assert.equal(browserPattern(pattern), pattern)
    }
  })

  it('is left out where a browser cannot read it', () => {
    for (const pattern of [
      '(?i)abc',
      String.raw`\Aabc\z`,
      '(?P<n>a)',
      '[(]',
      String.raw`\x{41}`,
      String.raw`\Q.\E`,
    ]) {
      assert.equal(browserPattern(pattern), undefined, pattern)
    }
    assert.equal(browserPattern(undefined), undefined)
  })

  it('is left out where a browser would read it otherwise, and refuse good answers', () => {
    for (const pattern of ['[[:alpha:]]+', '[a&&b]', '[a--b]', '[a-z[0-9]]']) {
      assert.equal(browserPattern(pattern), undefined, pattern)
    }
  })
})
