import { hash, randomBytes, randomFillSync } from 'node:crypto'
import type { Ids } from '#ports/index.ts'

/** 12 bits of `rand_a` and the 14 bits after the variant: a counter that orders the ids of one millisecond. */
const COUNTER_LIMIT = 2 ** 26
/** The counter starts in the lower half, so that it always has room to increase. */
const COUNTER_START_MASK = 2 ** 25 - 1

/** UUIDv7 (RFC 9562, method 1: fixed-length dedicated counter). */
export function randomIds(): Ids {
  const pool = new Uint8Array(4096)
  let used = pool.length
  let latest = -1
  let counter = take(4) & COUNTER_START_MASK

  function take(bytes: number): number {
    if (used + bytes > pool.length) {
      randomFillSync(pool)
      used = 0
    }
    let value = 0
    for (let i = 0; i < bytes; i += 1) value = value * 256 + (pool[used + i] as number)
    pool.fill(0, used, used + bytes)
    used += bytes
    return value
  }

  /**
   * The counter increases across milliseconds too, and restarts only after tens of millions, so that the order also holds
   * for callers that return with an earlier instant. Each new millisecond skips a random amount, so that identifiers do not
   * reveal how many were created between them.
   */
  function nextCount(at: number): number {
    if (at <= latest) return (counter + 1) % COUNTER_LIMIT
    latest = at
    return counter > COUNTER_START_MASK ? take(4) & COUNTER_START_MASK : counter + 1 + take(1)
  }

  return {
    next(at) {
      counter = nextCount(at)
      const high = 0x7000 | (counter >>> 14)
      const low = 0x8000 | (counter & 0x3fff)
      const seconds = Math.floor(at / 0x1_0000)
      return `${hex16(seconds >>> 16)}${hex16(seconds)}-${hex16(at)}-${hex16(high)}-${hex16(low)}-${hex16(take(2))}${hex16(take(2))}${hex16(take(2))}`
    },
    secret: (bytes) => randomBytes(bytes).toString('base64url'),
    derive: (text) => toUuid8(hash('sha256', text)),
    random: () => take(4) / 2 ** 32,
  }
}

/** UUIDv8 (RFC 9562, 5.8): custom bits, here those of a hash in hexadecimal digits. */
function toUuid8(hash: string): string {
  const variant = VARIANT_DIGITS[Number.parseInt(hash.charAt(16), 16) & 3] as string
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** The first digits of the two bytes after the version. */
const VARIANT_DIGITS = ['8', '9', 'a', 'b']

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** The lowest 16 bits as four hexadecimal digits. */
function hex16(value: number): string {
  return `${BYTES[(value >>> 8) & 0xff] ?? ''}${BYTES[value & 0xff] ?? ''}`
}
