import { UnsealError, type VaultPurpose } from '#domain/index.ts'
import type { KeyRing } from './key-ring.ts'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { SealContext, Vault } from '#ports/index.ts'

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32
const sealedForm = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/

/** A secret from which keys are derived, one per purpose and use: no key is used for two purposes. */
interface RootKey {
  readonly id: string
  /** Derived on first use. */
  derive(use: string): Buffer
}

interface LoadedRing {
  readonly from: readonly Uint8Array[]
  readonly current: RootKey
  readonly known: ReadonlyMap<string, RootKey>
}

/**
 * Seals with AES-256-GCM. A sealed value is `v1.<key id>.<base64url of nonce, ciphertext and tag>`.
 *
 * - The version, key id, purpose, account and record are authenticated with the text: a value copied to another row or
 *   account does not open.
 * - Nonces are random. With 96 bits, a key can seal 2^32 times before the risk of a repeated nonce becomes relevant.
 * - Previous master keys open values and never seal. The ring is read again for every seal and for every unknown key,
 *   because the master key can have been rotated.
 * - Digests use a separate key (`digest-root`) that does not change with the master key: stored digests cannot be
 *   recomputed, because the text is not stored.
 */
export class AesVault implements Vault {
  readonly #ring: KeyRing
  readonly #digestRoot: RootKey
  #loaded: LoadedRing

  constructor(ring: KeyRing, digestRoot: Uint8Array) {
    this.#ring = ring
    this.#loaded = loadRing(ring.keys())
    this.#digestRoot = loadRootKey(digestRoot)
  }

  get keyId(): string {
    return this.#currentRing().current.id
  }

  seal(context: SealContext, plaintext: string): string {
    const { current } = this.#currentRing()
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', current.derive(`seal ${context.purpose}`), nonce)
    cipher.setAAD(associatedData(current.id, context))
    const sealed = Buffer.concat([
      nonce,
      cipher.update(plaintext, 'utf8'),
      cipher.final(),
      cipher.getAuthTag(),
    ])
    return `${version}.${current.id}.${sealed.toString('base64url')}`
  }

  open(context: SealContext, sealed: string): string {
    const [, keyId = '', text = ''] = sealedForm.exec(sealed) ?? []
    const bytes = Buffer.from(text, 'base64url')
    // Base64 has several encodings of the same bytes. Only the canonical one is accepted.
    if (bytes.length < nonceBytes + tagBytes || bytes.toString('base64url') !== text) {
      throw new UnsealError('malformed', 'This is not a sealed value.')
    }
    const key = this.#loaded.known.get(keyId) ?? this.#currentRing().known.get(keyId)
    if (key === undefined) {
      throw new UnsealError(
        'unknown_key',
        `The value is sealed with master key ${keyId}, which this process does not have.`,
      )
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
      // The cause adds no information beyond the internals of the crypto library.
      throw new UnsealError('tampered', 'The sealed value was modified or belongs to another record.')
    }
  }

  keyIdOf(sealed: string): string | null {
    return sealedForm.exec(sealed)?.[1] ?? null
  }

  digest(purpose: VaultPurpose, text: string): string {
    return digestWith(this.#digestRoot, purpose, text)
  }

  masterDigests(purpose: VaultPurpose, text: string): readonly string[] {
    return [...this.#currentRing().known.values()].map((key) => digestWith(key, purpose, text))
  }

  /** The ring with the current keys. */
  #currentRing(): LoadedRing {
    const keys = this.#ring.keys()
    if (keys !== this.#loaded.from) this.#loaded = loadRing(keys)
    return this.#loaded
  }
}

/** An identifier for a master key that reveals nothing about the key. */
export function masterKeyId(key: Uint8Array): string {
  return loadRootKey(key).id
}

function loadRing(from: readonly Uint8Array[]): LoadedRing {
  const [current, ...previous] = from.map(loadRootKey)
  if (current === undefined) throw new RangeError('A vault needs a master key.')
  const known = new Map([[current.id, current]])
  for (const key of previous) if (!known.has(key.id)) known.set(key.id, key)
  return { from, current, known }
}

function loadRootKey(bytes: Uint8Array): RootKey {
  if (bytes.length !== keyBytes)
    throw new RangeError(`A master key has ${keyBytes} bytes, not ${bytes.length}.`)
  const root = Buffer.from(bytes)
  const derived = new Map<string, Buffer>()
  const derive = (use: string): Buffer => {
    let key = derived.get(use)
    if (key === undefined) {
      key = Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), `millrace ${version} ${use}`, keyBytes))
      derived.set(use, key)
    }
    return key
  }
  return { id: derive('key id').toString('hex', 0, 4), derive }
}

function digestWith(key: RootKey, purpose: VaultPurpose, text: string): string {
  return createHmac('sha256', key.derive(`digest ${purpose}`))
    .update(text, 'utf8')
    .digest('hex')
}

/** JSON, because it is unambiguous: `a` + `bc` differs from `ab` + `c`. */
function associatedData(keyId: string, context: SealContext): Buffer {
  return Buffer.from(JSON.stringify([version, keyId, context.purpose, context.accountId, context.recordId]))
}
