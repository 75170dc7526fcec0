const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const ANY_BYTE = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte))

/**
 * The source of a pattern for the base64 form of some bytes, inside of a longer base64 text or alone, also in the alphabet for URLs.
 * Letter case matters. It has one alternative for each position that the bytes can have among the groups of three, and takes
 * characters as a whole that also encode adjacent bytes.
 *
 * Each character is compared on its own, although adjacent ones share a byte. So the pattern may take a few other bytes, too.
 *
 * @param bytes for each byte, the characters that it may be
 * @param except what the bytes must not begin with
 */
export function base64PatternOf(bytes: readonly string[], except?: readonly string[]): string {
  return [0, 1, 2]
    .map((before) => {
      const refused = except === undefined ? '' : `(?!${patternAfter(before, except)})`
      return refused + patternAfter(before, bytes)
    })
    .join('|')
}

function patternAfter(before: number, bytes: readonly string[]): string {
  const all = [...Array.from({ length: before }, () => ANY_BYTE), ...bytes]
  const first = Math.floor((before * 8) / 6)
  const last = Math.floor((all.length * 8 - 1) / 6)
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const bit = (first + index) * 6
    const byte = Math.floor(bit / 8)
    return classOf(all[byte] ?? ANY_BYTE, all[byte + 1] ?? ANY_BYTE, 10 - (bit % 8))
  }).join('')
}

const known = new Map<string, string>()

/** @param shift how many bits of both bytes follow the six of the character */
function classOf(one: string, next: string, shift: number): string {
  const key = `${shift}\n${one}\n${next}`
  const found = known.get(key)
  if (found !== undefined) return found
  const characters = new Set<string>()
  for (let high = 0; high < one.length; high++) {
    for (let low = 0; low < next.length; low++) {
      const both = (one.charCodeAt(high) << 8) | next.charCodeAt(low)
      characters.add(ALPHABET.charAt((both >> shift) & 63))
    }
  }
  if (characters.has('+')) characters.add('-')
  if (characters.has('/')) characters.add('_')
  const written = `[${Array.from(characters, (character) => (character === '-' ? '\\-' : character)).join('')}]`
  known.set(key, written)
  return written
}
