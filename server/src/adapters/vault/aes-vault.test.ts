import { UnsealError, type UnsealFailure } from '#domain/index.ts'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import type { SealContext } from '#ports/index.ts'
import { AesVault, masterKeyId } from './aes-vault.ts'
import { vaultWith } from './testing/vault-with.ts'

const context: SealContext = { purpose: 'credentials', accountId: 'account-1', recordId: 'record-1' }

function assertUnreadable(vault: AesVault, where: SealContext, sealed: string, reason: UnsealFailure): void {
  assert.throws(
    () => vault.open(where, sealed),
    (error) => error instanceof UnsealError && error.reason === reason,
    `${sealed} should be ${reason}`,
  )
}

describe('vault', () => {
  it('The vault opens what it sealed', () => {
    const vault = vaultWith(randomBytes(32))
    for (const text of ['', 'secret', 'päßwörd 🔑', '\0', 'x'.repeat(100_000)]) {
      assert.equal(vault.open(context, vault.seal(context, text)), text)
    }
  })

  it('A sealed value shows its version and key id and nothing of the secret', () => {
    const vault = vaultWith(randomBytes(32))
    const sealed = vault.seal(context, 'correct horse')
    assert.match(sealed, /^v1\.[0-9a-f]{8}\.[A-Za-z0-9_-]+$/)
    assert.equal(vault.keyIdOf(sealed), vault.keyId)
    const bytes = Buffer.from(sealed.split('.')[2] ?? '', 'base64url')
    assert.equal(bytes.includes('correct'), false)
  })

  it('Sealing the same text twice gives different values', () => {
    const vault = vaultWith(randomBytes(32))
    const seals = new Set(Array.from({ length: 1000 }, () => vault.seal(context, 'same').slice(0, 28)))
    assert.equal(seals.size, 1000)
  })

  it('A changed bit in the nonce, the text or the tag is detected', () => {
    const vault = vaultWith(randomBytes(32))
    const [version, keyId, text = ''] = vault.seal(context, 'secret').split('.')
    const bytes = Buffer.from(text, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes)
      const index = Math.floor(bit / 8)
      changed[index] = (changed[index] ?? 0) ^ (1 << (bit % 8))
      assertUnreadable(vault, context, `${version}.${keyId}.${changed.toString('base64url')}`, 'tampered')
    }
  })

  it('A truncated or extended value is detected', () => {
    const vault = vaultWith(randomBytes(32))
    const [version, keyId, text = ''] = vault
      .seal(context, 'a longer secret that can lose some bytes')
      .split('.')
    const bytes = Buffer.from(text, 'base64url')
    for (const changed of [
      bytes.subarray(0, -1),
      bytes.subarray(1),
      Buffer.concat([bytes, Buffer.from([0])]),
    ]) {
      assertUnreadable(vault, context, `${version}.${keyId}.${changed.toString('base64url')}`, 'tampered')
    }
  })

  it('A value moved to another record, account or purpose does not open', () => {
    const vault = vaultWith(randomBytes(32))
    const sealed = vault.seal(context, 'secret')
    assertUnreadable(vault, { ...context, recordId: 'record-2' }, sealed, 'tampered')
    assertUnreadable(vault, { ...context, accountId: 'account-2' }, sealed, 'tampered')
    assertUnreadable(vault, { ...context, purpose: 'webhook-secrets' }, sealed, 'tampered')
    // The parts are not simply concatenated.
    assertUnreadable(vault, { ...context, accountId: 'account-1record', recordId: '-1' }, sealed, 'tampered')
    assertUnreadable(
      vault,
      { ...context, accountId: 'account-1","record-1', recordId: '' },
      sealed,
      'tampered',
    )
  })

  it('Text that was never sealed is reported as malformed', () => {
    const vault = vaultWith(randomBytes(32))
    const good = vault.seal(context, 'secret')
    const malformed = [
      '',
      'secret',
      'v1',
      'v1.00000000.',
      'v1.00000000.AAAA',
      good.replace('v1', 'v2'),
      ` ${good}`,
      `${good}=`,
      `${good}\n`,
      good.replace('.', ':'),
    ]
    for (const text of malformed) assertUnreadable(vault, context, text, 'malformed')
    assert.equal(vault.keyIdOf('secret'), null)
  })

  it('A missing key is reported with its id', () => {
    const first = vaultWith(randomBytes(32))
    const second = vaultWith(randomBytes(32))
    assertUnreadable(second, context, first.seal(context, 'secret'), 'unknown_key')
  })

  it('A value whose key id was changed to a known one does not open', () => {
    const old = randomBytes(32)
    const vault = vaultWith(randomBytes(32), old)
    const sealed = vault.seal(context, 'secret')
    const relabelled = sealed.replace(vault.keyId, vaultWith(old).keyId)
    assertUnreadable(vault, context, relabelled, 'tampered')
  })

  it('The vault opens with previous keys and seals with the current one', () => {
    const old = randomBytes(32)
    const before = vaultWith(old)
    const after = vaultWith(randomBytes(32), old)
    const sealed = before.seal(context, 'secret')
    assert.equal(after.open(context, sealed), 'secret')
    assert.notEqual(after.keyIdOf(sealed), after.keyId)
    assert.equal(after.keyIdOf(after.seal(context, 'secret')), after.keyId)
  })

  it('A digest depends on the purpose and survives a change of the master key', () => {
    const vault = vaultWith(randomBytes(32))
    const digest = vault.digest('api-key-digest', 'mr_key')
    assert.match(digest, /^[0-9a-f]{64}$/)
    assert.equal(vault.digest('api-key-digest', 'mr_key'), digest)
    assert.notEqual(vault.digest('session', 'mr_key'), digest)
    assert.notEqual(vault.digest('api-key-digest', 'mr_kez'), digest)
    assert.equal(vaultWith(randomBytes(32)).digest('api-key-digest', 'mr_key'), digest)
  })

  it('Digests from a master key change with that key', () => {
    const [old, current] = [randomBytes(32), randomBytes(32)]
    const [before = ''] = vaultWith(old).masterDigests('wait-link', 'wait')
    const [now, ...others] = vaultWith(current, old).masterDigests('wait-link', 'wait')
    assert.notEqual(now, before)
    assert.deepEqual(others, [before])
    assert.equal(vaultWith(current).masterDigests('wait-link', 'wait').includes(before), false)
  })

  it('After a rotation the vault seals with the new key and opens with keys that were added since', () => {
    const [old, next] = [randomBytes(32), randomBytes(32)]
    let keys: readonly Uint8Array[] = [old]
    const vault = new AesVault({ keys: () => keys }, randomBytes(32))
    const sealed = vault.seal(context, 'secret')
    keys = [next, old]
    assert.equal(vault.keyIdOf(vault.seal(context, 'secret')), masterKeyId(next))
    assert.equal(vault.keyId, masterKeyId(next))
    assert.equal(vault.open(context, sealed), 'secret')
    keys = [old, next]
    assert.equal(vault.open(context, vaultWith(next).seal(context, 'newer')), 'newer')
    keys = [next]
    assert.equal(vault.keyId, masterKeyId(next))
    assertUnreadable(vault, context, sealed, 'unknown_key')
  })

  it('The same key has the same ids and digests in every process', () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index))
    const vault = vaultWith(key)
    assert.equal(vault.keyId, '9c469662')
    assert.equal(
      vault.digest('api-key-digest', 'mr_key'),
      '3e6ec83b6051a67d33a5200644440b872b36383444c639c3ad4098ede99b366e',
    )
    assert.equal(
      vault.open(
        context,
        'v1.9c469662.R-X0KBy7qAYOfvQKwB5Z1I7g3kyAKr26BFj9SoSdFLJNOa9tjerSgaNVIwpoxNjdjDg-H1ev0XY',
      ),
      'kept from an earlier release',
    )
  })

  it('A current key that is also listed as previous counts once', () => {
    const key = randomBytes(32)
    assert.equal(vaultWith(key, key).masterDigests('session', 'x').length, 1)
  })

  it('A key must have 32 bytes', () => {
    assert.throws(() => vaultWith(randomBytes(16)), RangeError)
    assert.throws(() => vaultWith(randomBytes(32), randomBytes(33)), RangeError)
  })
})
