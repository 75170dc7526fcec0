import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { type SealContext, UnsealError, type Vault, type VaultPurpose } from '#ports/vault.ts'

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32
const sealedForm = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/

interface MasterKey {
  readonly id: string
  /** Derived on first use, one for each purpose and use: one key never does two jobs. */
  derive(use: string): Buffer
}

/**
 * Seals with AES-256-GCM. A sealed value is `v1.<key id>.<base64url of nonce, ciphertext and tag>`.
 *
 * - The version, key id, purpose, account and record are authenticated with the text: a value copied to another row or
 *   account does not open.
 * - Nonces are random. With 96 bits, a key may seal 2^32 times before a repeat is worth thinking of.
 * - Previous master keys open and never seal.
 */
export class AesVault implements Vault {
  readonly keyId: string
  readonly #current: MasterKey
  readonly #known: ReadonlyMap<string, MasterKey>

  constructor(current: Uint8Array, previous: readonly Uint8Array[] = []) {
    this.#current = openMasterKey(current)
    this.keyId = this.#current.id
    const known = new Map([[this.#current.id, this.#current]])
    for (const key of previous.map(openMasterKey)) if (!known.has(key.id)) known.set(key.id, key)
    this.#known = known
  }

  seal(context: SealContext, plaintext: string): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#current.derive(`seal ${context.purpose}`), nonce)
    cipher.setAAD(associatedData(this.keyId, context))
    const sealed = Buffer.concat([
      nonce,
      cipher.update(plaintext, 'utf8'),
      cipher.final(),
      cipher.getAuthTag(),
    ])
    return `${version}.${this.keyId}.${sealed.toString('base64url')}`
  }

  open(context: SealContext, sealed: string): string {
    const [, keyId = '', text = ''] = sealedForm.exec(sealed) ?? []
    const bytes = Buffer.from(text, 'base64url')
    // Base64 has several spellings of the same bytes; only the one we write is ours.
    if (bytes.length < nonceBytes + tagBytes || bytes.toString('base64url') !== text) {
      throw new UnsealError('malformed', 'This is not a sealed value.')
    }
    const key = this.#known.get(keyId)
    if (key === undefined) {
      throw new UnsealError('unknown_key', `Sealed with master key ${keyId}, which was not given at start.`)
    }
    const decipher = createDecipheriv(
      'aes-256-gcm',
      key.derive(`seal ${context.purpose}`),
      bytes.subarray(0, nonceBytes),
      {
        authTagLength: tagBytes,
      },
    )
    decipher.setAAD(associatedData(keyId, context))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    try {
      const opened = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
      return opened.toString('utf8')
    } catch {
      // The cause says nothing more, and a stack of crypto internals helps nobody.
      throw new UnsealError('tampered', 'The sealed value was changed, or belongs to another record.')
    }
  }

  keyIdOf(sealed: string): string | null {
    return sealedForm.exec(sealed)?.[1] ?? null
  }

  digest(purpose: VaultPurpose, text: string): string {
    return digestWith(this.#current, purpose, text)
  }

  digests(purpose: VaultPurpose, text: string): readonly string[] {
    return [...this.#known.values()].map((key) => digestWith(key, purpose, text))
  }
}

function openMasterKey(bytes: Uint8Array): MasterKey {
  if (bytes.length !== keyBytes)
    throw new RangeError(`A master key has ${keyBytes} bytes, not ${bytes.length}.`)
  const master = Buffer.from(bytes)
  const derived = new Map<string, Buffer>()
  const derive = (use: string): Buffer => {
    let key = derived.get(use)
    if (key === undefined) {
      key = Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `millrace ${version} ${use}`, keyBytes))
      derived.set(use, key)
    }
    return key
  }
  return { id: derive('key id').toString('hex', 0, 4), derive }
}

function digestWith(key: MasterKey, purpose: VaultPurpose, text: string): string {
  return createHmac('sha256', key.derive(`digest ${purpose}`))
    .update(text, 'utf8')
    .digest('hex')
}

/** JSON, because it cannot be read in two ways: `a` + `bc` is not `ab` + `c`. */
function associatedData(keyId: string, context: SealContext): Buffer {
  return Buffer.from(JSON.stringify([version, keyId, context.purpose, context.accountId, context.recordId]))
}
