import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { redactSecrets } from './redact-secrets.ts'

describe('redactSecrets', () => {
  it('hides a secret however it is written', () => {
    const secret = 'p@ss/wörd?'
    const spellings = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
    ]
    for (const spelling of spellings) {
      assert.equal(
        redactSecrets(`535 login with ${spelling} failed, ${spelling}`, [secret]),
        '535 login with *** failed, ***',
      )
    }
  })

  it('treats a secret as plain text, not as a pattern', () => {
    assert.equal(redactSecrets('a.*b $& axxb', ['a.*b']), '*** $& axxb')
  })

  it('leaves text alone that only contains a very short secret', () => {
    assert.equal(redactSecrets('an apple', ['a', '']), 'an apple')
  })
})
