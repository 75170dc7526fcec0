import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { redactJson, redactSecrets } from './redact-secrets.ts'

describe('redactSecrets', () => {
  it('A secret is redacted in every encoding', () => {
    const secret = 'p@ss/w"örd \\?'
    const spellings = [
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).toLowerCase(),
      new URLSearchParams({ secret }).toString().slice('secret='.length),
      JSON.stringify(secret).slice(1, -1),
      JSON.stringify(JSON.stringify(secret)).slice(3, -3),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('hex').toUpperCase(),
      String.raw`p@ss/w\"\u00f6rd \\?`,
      String.raw`p@ss\/w\"\u00f6rd \\?`,
      String.raw`p@ss\/w\"örd \\?`,
      JSON.stringify(String.raw`p@ss\/w\"\u00f6rd \\?`).slice(1, -1),
      'p@ss/w&quot;örd \\?',
      'p@ss/w&#34;örd \\?',
    ]
    for (const spelling of spellings) {
      assert.equal(
        redactSecrets(`535 login with ${spelling} failed, ${spelling}`, [secret]),
        '535 login with *** failed, ***',
      )
    }
  })

  it('The longer of two overlapping secrets is redacted completely', () => {
    assert.equal(redactSecrets('user:password', ['password', 'user:password']), '***')
  })

  it('A secret is treated as plain text, not as a pattern', () => {
    assert.equal(redactSecrets('a.*b $& axxb', ['a.*b']), '*** $& axxb')
  })

  it('A very short secret is not redacted', () => {
    assert.equal(redactSecrets('an apple', ['a', '']), 'an apple')
  })
})

describe('redactJson', () => {
  it('Secrets are redacted in texts, property names and numbers, at any depth', () => {
    const value = { list: ['a 12345678', { 'key-12345678': 12_345_678 }], n: 1_234_567, no: null, yes: true }
    assert.deepEqual(redactJson(value, ['12345678']), {
      list: ['a ***', { 'key-***': '***' }],
      n: 1_234_567,
      no: null,
      yes: true,
    })
  })

  it('A value is returned unchanged if there are no secrets', () => {
    const value = { a: ['x'] }
    assert.equal(redactJson(value, ['abc']), value)
  })
})

describe('redactSecrets in base64', () => {
  it('A secret inside a longer base64 text is found at every alignment', () => {
    const secret = 'CANARY-secret?>'
    for (const before of ['', 'a', 'ab', 'abc', 'abcd']) {
      for (const after of ['', 'x', 'xy']) {
        for (const encoding of ['base64', 'base64url'] as const) {
          const encoded = Buffer.from(before + secret + after).toString(encoding)
          const left = redactSecrets(encoded, [secret]).replace('***', '')
          assert.ok(encoded.length - left.length >= 18, `${before} ${after}: ${left}`)
        }
      }
    }
    assert.equal(
      redactSecrets(Buffer.from('something else').toString('base64'), [secret]),
      'c29tZXRoaW5nIGVsc2U=',
    )
  })
})
