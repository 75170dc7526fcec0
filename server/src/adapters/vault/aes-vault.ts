import { UnsealError, type VaultPurpose } from '#domain/index.ts'
import type { KeyRing } from './key-ring.ts'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { SealContext, Vault } from '#ports/index.ts'

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32
const sealedForm = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/

/** A secret of which keys are made, one for each purpose and use: one key never does two jobs. */
interface RootKey {
  readonly id: string
  /** Derived on first use. */
  derive(use: string): Buffer
}

interface OpenedRing {
  readonly from: readonly Uint8Array[]
  readonly current: RootKey
  readonly known: ReadonlyMap<string, RootKey>
}

/**
 * Seals with AES-256-GCM. A sealed value is `v1.<key id>.<base64url of nonce, ciphertext and tag>`.
 *
 * - The version, key id, purpose, account and record are authenticated with the text: a value copied to another row or
 *   account does not open.
 * - Nonces are random. With 96 bits, a key may seal 2^32 times before a repeat is worth thinking of.
 * - Previous master keys open and never seal. The ring is asked again for every seal, and for a key that is not known: it
 *   may have been turned since.
 * - Digests are made with a key of their own (`digest-root`) that stays the same when master keys change: what they are
 *   compared with cannot be made anew, since the text is not kept.
 */
export class AesVault implements Vault {
  readonly #ring: KeyRing
  readonly #digestRoot: RootKey
  #opened: OpenedRing

  constructor(ring: KeyRing, digestRoot: Uint8Array) {
    this.#ring = ring
    this.#opened = openRing(ring.keys())
    this.#digestRoot = openRootKey(digestRoot)
  }

  get keyId(): string {
    return this.#turned().current.id
  }

  seal(context: SealContext, plaintext: string): string {
    const { current } = this.#turned()
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
    // Base64 has several spellings of the same bytes; only the one we write is ours.
    if (bytes.length < nonceBytes + tagBytes || bytes.toString('base64url') !== text) {
      throw new UnsealError('malformed', 'This is not a sealed value.')
    }
    const key = this.#opened.known.get(keyId) ?? this.#turned().known.get(keyId)
    if (key === undefined) {
      throw new UnsealError(
        'unknown_key',
        `Sealed with master key ${keyId}, which this process was not given.`,
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
      // The cause says nothing more, and a stack of crypto internals helps nobody.
      throw new UnsealError('tampered', 'The sealed value was changed, or belongs to another record.')
    }
  }

  keyIdOf(sealed: string): string | null {
    return sealedForm.exec(sealed)?.[1] ?? null
  }

  digest(purpose: VaultPurpose, text: string): string {
    return digestWith(this.#digestRoot, purpose, text)
  }

  masterDigests(purpose: VaultPurpose, text: string): readonly string[] {
    return [...this.#turned().known.values()].map((key) => digestWith(key, purpose, text))
  }

  /** The ring as it is now. */
  #turned(): OpenedRing {
    const keys = this.#ring.keys()
    if (keys !== this.#opened.from) this.#opened = openRing(keys)
    return this.#opened
  }
}

/** Names a master key without revealing anything of it. */
export function masterKeyId(key: Uint8Array): string {
  return openRootKey(key).id
}

function openRing(from: readonly Uint8Array[]): OpenedRing {
  const [current, ...previous] = from.map(openRootKey)
  if (current === undefined) throw new RangeError('A vault needs a master key.')
  const known = new Map([[current.id, current]])
  for (const key of previous) if (!known.has(key.id)) known.set(key.id, key)
  return { from, current, known }
}

function openRootKey(bytes: Uint8Array): RootKey {
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

/** JSON, because it cannot be read in two ways: `a` + `bc` is not `ab` + `c`. */
function associatedData(keyId: string, context: SealContext): Buffer {
  return Buffer.from(JSON.stringify([version, keyId, context.purpose, context.accountId, context.recordId]))
}
