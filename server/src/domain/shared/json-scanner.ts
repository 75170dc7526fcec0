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
    if (first === QUOTE) return this.#measured(start, endOfString(text, start), null)
    if (first !== OPEN_BRACE && first !== OPEN_BRACKET) {
      let end = start
      for (; end < text.length; end += 1) {
        const code = text.charCodeAt(end)
        if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET) break
      }
      return this.#measured(start, end, null)
    }
    const scan = { at: start + 1, depth: 1, count: 0 }
    for (;;) {
      const from = scan.at
      skip(text, scan, from + this.#left)
      this.#left -= scan.at - from
      if (scan.depth === 0 || scan.at >= text.length) break
      this.#left = CHARACTERS_PER_TURN
      yield
    }
    return { start, end: scan.at, count: scan.at - start === 2 ? 0 : scan.count + 1 }
  }

  /** Where the array or object at `start` ends, if it is not much longer than `limit`. */
  endWithin(start: number, limit: number): number | undefined {
    const scan = { at: start + 1, depth: 1, count: 0 }
    skip(this.text, scan, start + limit)
    if (scan.depth > 0) return undefined
    this.#left -= scan.at - start
    return scan.at
  }

  /**
   * Visits the entries of the array or object at `start`, in order, until `visit` returns false. Keys are names or indexes.
   */
  *entries(start: number, visit: (key: string | number, value: JsonRange) => boolean): Paused<void> {
    const range = (at: number) => this.range(at)
    yield* this.walk(start, function* visitRange(key, at) {
      const value = yield* range(at)
      return visit(key, value) ? value.end : undefined
    })
  }

  /**
   * Visits the entries of the array or object at `start`, in order. `visit` reads the value at a position and returns where it
   * ends, or undefined to stop. Returns where the array or object ends, unless it was stopped.
   */
  *walk(
    start: number,
    visit: (key: string | number, at: number) => Paused<number | undefined>,
  ): Paused<number> {
    const { text } = this
    const isObject = text.charCodeAt(start) === OPEN_BRACE
    let at = start + 1
    for (let index = 0; at < text.length; index += 1) {
      const code = text.charCodeAt(at)
      if (code === CLOSE_BRACE || code === CLOSE_BRACKET) return at + 1
      let key: string | number = index
      if (isObject) {
        const end = endOfString(text, at)
        key = readString(text, at, end)
        at = end + 1
      }
      if (this.#left <= 0) {
        this.#left = CHARACTERS_PER_TURN
        yield
      }
      const end = yield* visit(key, at)
      if (end === undefined) return at
      at = end + (text.charCodeAt(end) === COMMA ? 1 : 0)
    }
    return at
  }

  #measured(start: number, end: number, count: number | null): JsonRange {
    this.#left -= end - start
    return { start, end, count }
  }
}

/** Reads on in an array or object until it ends, or somewhat after `limit`. The hot loop: large documents are spent here. */
function skip(text: string, scan: { at: number; depth: number; count: number }, limit: number): void {
  let { at, depth, count } = scan
  const end = Math.min(limit, text.length)
  while (depth > 0 && at < end) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        continue
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth += 1
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth -= 1
        break
      case COMMA:
        if (depth === 1) count += 1
        break
      default:
    }
    at += 1
  }
  scan.at = at
  scan.depth = depth
  scan.count = count
}

/** Longer strings are searched for their end, which takes a call but is faster per character. */
const SHORT_STRING = 64

/** The position after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (const end = Math.min(text.length, at + SHORT_STRING); at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code === BACKSLASH) at += 1
  }
  for (let from = at; ;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return text.length
    let backslashes = 0
    while (quote - 1 - backslashes >= at && text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) {
      backslashes += 1
    }
    if (backslashes % 2 === 0) return quote + 1
    from = quote + 1
  }
}

function readString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1)
  return inner.includes('\\') ? (JSON.parse(`"${inner}"`) as string) : inner
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
