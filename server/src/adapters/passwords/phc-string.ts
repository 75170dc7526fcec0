/** The cost parameters of a hash. `memory` is in KiB. */
export interface Argon2Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

export interface StoredHash {
  readonly cost: Argon2Cost
  readonly salt: Buffer
  readonly tag: Buffer
}

const form =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,9}),t=([1-9]\d{0,9}),p=([1-9]\d{0,9})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** A stored hash with higher parameters is corrupt or an attempt to exhaust resources. */
const maxCost: Argon2Cost = { memory: 256 * 1024, passes: 16, parallelism: 8 }

/** Formats a hash as a PHC string, which other Argon2 libraries can read too. */
export function formatHash(hash: StoredHash): string {
  const { memory, passes, parallelism } = hash.cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(hash.salt)}$${encode(hash.tag)}`
}

/** Parses a PHC string; null for any text that this service cannot have written. */
export function parseHash(text: string): StoredHash | null {
  const found = form.exec(text)
  if (found === null) return null
  const [memory, passes, parallelism] = [Number(found[1]), Number(found[2]), Number(found[3])]
  if (memory > maxCost.memory || passes > maxCost.passes || parallelism > maxCost.parallelism) return null
  if (memory < 8 * parallelism) return null
  const salt = decode(found[4] ?? '')
  const tag = decode(found[5] ?? '')
  return salt === null || tag === null ? null : { cost: { memory, passes, parallelism }, salt, tag }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

function decode(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return encode(bytes) === text ? bytes : null
}
