import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browserPattern } from './browser-pattern.ts'

describe('browserPattern', () => {
  it('A pattern that browsers and the server read the same way is passed on', () => {
    for (const pattern of ['[A-Z]{3}', String.raw`\d+-\d+`, 'a|b', String.raw`[\w.]+@x`, 'é+', '(?:ab)*']) {
      assert.equal(browserPattern(pattern), pattern)
    }
  })

  it('A pattern that browsers cannot compile is left out', () => {
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

  it('A pattern that browsers read differently, and would refuse valid answers with, is left out', () => {
    for (const pattern of ['[[:alpha:]]+', '[a&&b]', '[a--b]', '[a-z[0-9]]']) {
      assert.equal(browserPattern(pattern), undefined, pattern)
    }
  })
})
