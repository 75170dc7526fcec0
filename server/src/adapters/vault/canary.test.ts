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

describe('the canary', () => {
  it('is made on the first start and alive on the next', () => {
    const vault = vaultWith(randomBytes(32))
    assert.deepEqual(checkCanary(vault, firstCanary(vault)), { status: 'alive' })
  })

  it('dies under another key, and says which key is wanted and what to do', () => {
    const right = vaultWith(randomBytes(32))
    const wrong = vaultWith(randomBytes(32))
    const result = checkCanary(wrong, firstCanary(right))
    assert.ok(result.status === 'dead')
    assert.match(
      result.message,
      new RegExp(`with master key ${right.keyId}, .* given master key ${wrong.keyId}`),
    )
    assert.match(result.message, /MILLRACE_MASTER_KEY/)
  })

  it('dies when it was damaged', () => {
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

  it('lives while the key it was sealed with is among those given', () => {
    const old = randomBytes(32)
    assert.deepEqual(checkCanary(vaultWith(randomBytes(32), old), firstCanary(vaultWith(old))), {
      status: 'alive',
    })
  })
})
