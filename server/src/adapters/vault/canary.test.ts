import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { vaultWith } from './testing/vault-with.ts'
import type { Vault } from '#ports/index.ts'
import { checkCanary } from './canary.ts'

function firstCanary(vault: Vault): string {
  const result = checkCanary(vault, undefined)
  assert.ok(result.status === 'store')
  return result.sealed
}

describe('canary', () => {
  it('The canary is created on the first start and accepted on the next', () => {
    const vault = vaultWith(randomBytes(32))
    assert.deepEqual(checkCanary(vault, firstCanary(vault)), { status: 'alive' })
  })

  it('With another key the check fails and names the expected key and the fix', () => {
    const right = vaultWith(randomBytes(32))
    const wrong = vaultWith(randomBytes(32))
    const result = checkCanary(wrong, firstCanary(right))
    assert.ok(result.status === 'dead')
    assert.match(
      result.message,
      new RegExp(`with master key ${right.keyId}, .* started with master key ${wrong.keyId}`),
    )
    assert.match(result.message, /MILLRACE_MASTER_KEY/)
  })

  it('A corrupted canary is rejected', () => {
    const vault = vaultWith(randomBytes(32))
    const sealed = firstCanary(vault)
    for (const damaged of [
      '',
      'rubbish',
      `${sealed}AAAA`,
      vault.seal({ purpose: 'session', accountId: '', recordId: '' }, 'x'),
    ]) {
      assert.equal(checkCanary(vault, damaged).status, 'dead', damaged)
    }
  })

  it('The canary is accepted while its key is among the configured keys', () => {
    const old = randomBytes(32)
    assert.deepEqual(checkCanary(vaultWith(randomBytes(32), old), firstCanary(vaultWith(old))), {
      status: 'alive',
    })
  })
})
