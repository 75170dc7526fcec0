import type { ReusedArrays } from './reused-arrays.ts'

/** Text without its escapes, and where it was. */
export interface Unescaped {
  readonly bytes: Uint8Array
  /** For each byte, where its first character is in the text as it arrived. The last entry is the length of that text. */
  readonly starts: Uint32Array
  /** Escapes can be nested. False if this is known to be all. */
  readonly mayHaveMore: boolean
}

const BACKSLASH = 0x5c
const AMPERSAND = 0x26
const PERCENT = 0x25
const HASH = 0x23
const SEMICOLON = 0x3b
const LOWER_U = 0x75
/** `x0010FFFF;` and one more digit */
const MAX_NUMERIC_LENGTH = 11
const LOWER_A = 0x61
const LOWER_Z = 0x7a
const BITS_OF_LETTER = 5
/** As many letters as fit into a number. */
const MAX_NAME_LENGTH = 6
/** By the letters of their names, in one number: much quicker than to compare names. */
const ENTITIES: ReadonlyMap<number, number> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", plus: '+', equals: '=', sol: '/' }).map(
    ([name, character]) => [Buffer.from(name).reduce(withLetter, 0), character.charCodeAt(0)],
  ),
)

/** What each byte becomes, so that all spellings of a character are the same. */
const SAME = Uint8Array.from({ length: 256 }, (_, byte) => byte)
// A space of a form.
SAME[0x2b] = 0x20
// `\n` loses its backslash like `\"`, so a line break becomes an `n`, too.
for (const [control, letter] of ['\bb', '\ff', '\nn', '\rr', '\tt']) {
  SAME[control?.charCodeAt(0) ?? 0] = letter?.charCodeAt(0) ?? 0
}

const HEX_DIGITS = new Int8Array(256).fill(-1)
for (const [value, digit] of Array.from('0123456789abcdef').entries()) {
  HEX_DIGITS[digit.charCodeAt(0)] = value
  HEX_DIGITS[digit.toUpperCase().charCodeAt(0)] = value
}

/** Quick; true also for signs that begin no escape, or one that is cut off. */
export function hasEscapes(bytes: Uint8Array): boolean {
  return bytes.includes(BACKSLASH) || bytes.includes(PERCENT) || bytes.includes(AMPERSAND)
}

/** The text as it arrived. */
export function asArrived(bytes: Uint8Array, arrays: ReusedArrays): Unescaped {
  const starts = arrays.take(bytes.length).starts.subarray(0, bytes.length + 1)
  for (let at = 0; at < starts.length; at++) starts[at] = at
  return { bytes, starts, mayHaveMore: hasEscapes(bytes) }
}

/**
 * Removes the escapes of JSON, XML, HTML and URLs in UTF-8, in one pass.
 *
 * This is to recognize texts, not to read them, and a text may be cut anywhere. So no byte depends on how many backslashes were
 * before it: all of them are removed, and what is then left of `\n` is what a line break becomes, too. Texts that are compared
 * with the result must go through the same function.
 *
 * The result is in the arrays, which must not be those that the text is in.
 */
export function unescapeBytes({ bytes, starts }: Unescaped, arrays: ReusedArrays): Unescaped {
  const output = new Output(arrays.take(bytes.length))
  let at = 0
  while (at < bytes.length) {
    const next = nextEscape(bytes, at)
    output.plain(bytes, starts, { from: at, to: next })
    at = next
    if (at === bytes.length) break
    const from = starts[at] ?? 0
    const first = bytes[at]
    if (first === PERCENT) at = output.percent(bytes, at, from)
    else if (first === AMPERSAND) at = output.entity(bytes, at, from)
    else at = output.backslashes(bytes, at, from)
  }
  return output.end(starts[bytes.length] ?? 0, bytes.length)
}

/** Nothing becomes longer when its escapes are removed. */
class Output {
  readonly #bytes: Uint8Array
  readonly #starts: Uint32Array
  #length = 0

  constructor({ bytes, starts }: ReturnType<ReusedArrays['take']>) {
    this.#bytes = bytes
    this.#starts = starts
  }

  byte(byte: number, from: number): void {
    this.#bytes[this.#length] = SAME[byte] ?? byte
    this.#starts[this.#length] = from
    this.#length += 1
  }

  /** What is before the next escape: nearly all bytes of most texts. */
  plain(bytes: Uint8Array, starts: Uint32Array, { from, to }: { from: number; to: number }): void {
    const [output, outputStarts] = [this.#bytes, this.#starts]
    let length = this.#length
    for (let at = from; at < to; at++, length++) {
      output[length] = SAME[bytes[at] as number] as number
      outputStarts[length] = starts[at] as number
    }
    this.#length = length
  }

  percent(bytes: Uint8Array, at: number, from: number): number {
    this.byte(hexAt(bytes, at + 1, 2) ?? PERCENT, from)
    return at + 3
  }

  entity(bytes: Uint8Array, at: number, from: number): number {
    this.#character(entityAt(bytes, at + 1) ?? AMPERSAND, from)
    let end = at
    while (end < bytes.length && bytes[end] !== SEMICOLON) end += 1
    return end + 1
  }

  backslashes(bytes: Uint8Array, at: number, from: number): number {
    const next = afterBackslashes(bytes, at)
    const unit = bytes[next] === LOWER_U ? hexAt(bytes, next + 1, 4) : undefined
    if (unit !== undefined) return this.#unicode(bytes, { unit, from, next: next + 5 })
    // An escape of another kind may begin here.
    const following = bytes[next]
    if (following === undefined || following === PERCENT || following === AMPERSAND) return next
    this.byte(following, from)
    return next + 1
  }

  #unicode(bytes: Uint8Array, { unit, from, next }: { unit: number; from: number; next: number }): number {
    if (unit >= 0xd800 && unit < 0xdc00 && bytes[next] === BACKSLASH) {
      const second = afterBackslashes(bytes, next)
      const low = bytes[second] === LOWER_U ? hexAt(bytes, second + 1, 4) : undefined
      if (low !== undefined && low >= 0xdc00 && low < 0xe000) {
        this.#character(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), from)
        return second + 5
      }
    }
    this.#character(unit, from)
    return next
  }

  /** In UTF-8. */
  #character(character: number, from: number): void {
    if (character < 0x80) {
      this.byte(character, from)
      return
    }
    const following = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3
    this.byte(((0xf00 >> (following + 1)) & 0xff) | (character >> (6 * following)), from)
    for (let left = following - 1; left >= 0; left--)
      this.byte(0x80 | ((character >> (6 * left)) & 0x3f), from)
  }

  end(lastStart: number, lengthBefore: number): Unescaped {
    this.#starts[this.#length] = lastStart
    const bytes = this.#bytes.subarray(0, this.#length)
    const mayHaveMore = this.#length < lengthBefore && hasReadableEscapes(bytes)
    return { bytes, starts: this.#starts.subarray(0, this.#length + 1), mayHaveMore }
  }
}

/** Whether there are escapes to remove. Many texts have signs that begin none, such as the `&` in a URL. */
export function hasReadableEscapes(bytes: Uint8Array): boolean {
  // The native search is quicker for the many texts without any such sign.
  return hasEscapes(bytes) && nextEscape(bytes, 0) < bytes.length
}

/** Where the next escape begins, or the length. A loop: a native search for each sign takes long where there are many. */
function nextEscape(bytes: Uint8Array, start: number): number {
  const { length } = bytes
  for (let at = start; at < length; at++) {
    const byte = bytes[at]
    if (byte === BACKSLASH) return at
    if (byte === PERCENT && hexAt(bytes, at + 1, 2) !== undefined) return at
    if (byte === AMPERSAND && entityAt(bytes, at + 1) !== undefined) return at
  }
  return length
}

function afterBackslashes(bytes: Uint8Array, at: number): number {
  let next = at
  while (bytes[next] === BACKSLASH) next += 1
  return next
}

function hexAt(bytes: Uint8Array, at: number, digits: number): number | undefined {
  let value = 0
  for (let index = at; index < at + digits; index++) {
    const digit = HEX_DIGITS[bytes[index] ?? 0] ?? -1
    if (digit < 0) return undefined
    value = value * 16 + digit
  }
  return value
}

/** The character of the entity whose ampersand is before `at`. */
function entityAt(bytes: Uint8Array, at: number): number | undefined {
  return bytes[at] === HASH ? numericEntityAt(bytes, at + 1) : namedEntityAt(bytes, at)
}

function numericEntityAt(bytes: Uint8Array, at: number): number | undefined {
  const isHex = ((bytes[at] ?? 0) | 0x20) === 0x78
  const base = isHex ? 16 : 10
  let value = 0
  for (let next = isHex ? at + 1 : at; next < at + MAX_NUMERIC_LENGTH; next++) {
    const byte = bytes[next] ?? 0
    if (byte === SEMICOLON) return value > 0 && value <= 0x10ffff ? value : undefined
    const digit = HEX_DIGITS[byte] ?? -1
    if (digit < 0 || digit >= base) return undefined
    value = value * base + digit
  }
  return undefined
}

function namedEntityAt(bytes: Uint8Array, at: number): number | undefined {
  let letters = 0
  for (let next = at; next <= at + MAX_NAME_LENGTH; next++) {
    const byte = bytes[next] ?? 0
    if (byte === SEMICOLON) return ENTITIES.get(letters)
    if (byte < LOWER_A || byte > LOWER_Z) return undefined
    letters = withLetter(letters, byte)
  }
  return undefined
}

function withLetter(letters: number, letter: number): number {
  return (letters << BITS_OF_LETTER) | (letter - LOWER_A + 1)
}
