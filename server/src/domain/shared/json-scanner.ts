/** Characters that are scanned before the scanner pauses: less than a millisecond of work. */
const CHARACTERS_PER_TURN = 256 * 1024

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Work that pauses from time to time. Whoever runs it lets others have their turn at each pause. */
export type Paused<Result> = Generator<undefined, Result>

/** Where a value stands in a text: from `start` to before `end`. */
export interface JsonRange {
  readonly start: number
  readonly end: number
  /** The number of entries of an array or object; null for other values. */
  readonly count: number | null
}

/**
 * Finds values in a JSON text without parsing it, as `JSON.stringify` writes it: valid and without spaces. Large documents
 * take time, so the work pauses.
 */
export class JsonScanner {
  readonly text: string
  #left = CHARACTERS_PER_TURN

  constructor(text: string) {
    this.text = text
  }

  /** The value that starts at `start`. */
  *range(start: number): Paused<JsonRange> {
    const { text } = this
    const first = text.charCodeAt(start)
    if (first === QUOTE) return this.#measured(start, this.#endOfString(start), null)
    if (first !== OPEN_BRACE && first !== OPEN_BRACKET) {
      let end = start
      for (; end < text.length; end += 1) {
        const code = text.charCodeAt(end)
        if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET) break
      }
      return this.#measured(start, end, null)
    }
    let depth = 1
    let count = 0
    let end = start + 1
    let counted = start
    while (depth > 0 && end < text.length) {
      switch (text.charCodeAt(end)) {
        case QUOTE:
          end = this.#endOfString(end)
          break
        case OPEN_BRACE:
        case OPEN_BRACKET:
          depth += 1
          end += 1
          break
        case CLOSE_BRACE:
        case CLOSE_BRACKET:
          depth -= 1
          end += 1
          break
        case COMMA:
          if (depth === 1) count += 1
          end += 1
          break
        default:
          end += 1
      }
      if (end - counted > this.#left) {
        counted = end
        this.#left = CHARACTERS_PER_TURN
        yield
      }
    }
    this.#left -= end - counted
    return { start, end, count: end - start === 2 ? 0 : count + 1 }
  }

  /**
   * Visits the entries of the array or object at `start`, in order, until `visit` returns false. Keys are names or indexes.
   */
  *entries(start: number, visit: (key: string | number, value: JsonRange) => boolean): Paused<void> {
    const { text } = this
    const isObject = text.charCodeAt(start) === OPEN_BRACE
    let at = start + 1
    for (let index = 0; at < text.length; index += 1) {
      const code = text.charCodeAt(at)
      if (code === CLOSE_BRACE || code === CLOSE_BRACKET) return
      let key: string | number = index
      if (isObject) {
        const end = this.#endOfString(at)
        key = JSON.parse(text.slice(at, end)) as string
        at = end + 1
      }
      if (this.#left <= 0) {
        this.#left = CHARACTERS_PER_TURN
        yield
      }
      const value = yield* this.range(at)
      if (!visit(key, value)) return
      at = value.end + (text.charCodeAt(value.end) === COMMA ? 1 : 0)
    }
  }

  #measured(start: number, end: number, count: number | null): JsonRange {
    this.#left -= end - start
    return { start, end, count }
  }

  /** The position after the closing quote. */
  #endOfString(start: number): number {
    const { text } = this
    for (let from = start + 1; ;) {
      const quote = text.indexOf('"', from)
      if (quote === -1) return text.length
      let backslashes = 0
      while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1
      if (backslashes % 2 === 0) return quote + 1
      from = quote + 1
    }
  }
}

/** The number of characters of the string that a JSON text stands for. */
export function lengthOfString(text: string): number {
  let length = text.length - 2
  for (let at = text.indexOf('\\'); at !== -1;) {
    const isUnicode = text.charAt(at + 1) === 'u'
    length -= isUnicode ? 5 : 1
    at = text.indexOf('\\', at + (isUnicode ? 6 : 2))
  }
  return length
}

/** The first characters of the string that a JSON text stands for. */
export function beginningOfString(text: string, limit: number): string {
  let end = 1
  for (let count = 0; count < limit && end < text.length - 1; count += 1) {
    if (text.charCodeAt(end) !== BACKSLASH) end += 1
    else end += text.charAt(end + 1) === 'u' ? 6 : 2
  }
  return JSON.parse(`${text.slice(0, end)}"`) as string
}
