/** Parsing as many characters takes a millisecond or two. */
const PART_LENGTH = 32 * 1024

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const BACKSLASH = 0x5c

const NOTHING = /^[ \t\n\r]*$/
const KEY = /^[ \t\n\r]*("(?:[^"\\]|\\.)*")[ \t\n\r]*:[ \t\n\r]*$/s

/**
 * Parses JSON as `JSON.parse` does, with pauses: it gives the entries of a long array or object to it in parts, and goes into an
 * entry that is long itself. Throws whatever is wrong, without saying where.
 */
export function* parseInParts(text: string, partLength = PART_LENGTH): Generator<undefined, unknown> {
  const start = text.search(/[^ \t\n\r]/)
  const first = text.charCodeAt(start)
  if (text.length <= partLength || (first !== OPEN_BRACKET && first !== OPEN_BRACE))
    return JSON.parse(text) as unknown
  const { value, end } = yield* new PartParser(text, partLength).read(start)
  if (!NOTHING.test(text.slice(end))) throw new SyntaxError('There is more after the end.')
  return value
}

interface Container {
  readonly value: unknown[] | Record<string, unknown>
  /** The position after it. */
  readonly end: number
}

class PartParser {
  readonly #text: string
  readonly #partLength: number

  constructor(text: string, partLength: number) {
    this.#text = text
    this.#partLength = partLength
  }

  /** Reads the array or object that begins at a position. */
  *read(start: number): Generator<undefined, Container> {
    const text = this.#text
    const isObject = text.charCodeAt(start) === OPEN_BRACE
    const value: Container['value'] = isObject ? {} : []
    /** Where the entries begin that were not parsed yet, and the entry that is being read. */
    let from = start + 1
    let entry = from
    let isEmpty = true
    /** Where the array or object begins that is the value of the entry. */
    let open = -1
    let depth = 0
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) at = endOfText(text, at)
      else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
        if (depth === 0) open = at
        depth += 1
      } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) {
        if (depth === 0) {
          if ((code === CLOSE_BRACE) !== isObject) throw new SyntaxError('It ends with another bracket.')
          const part = text.slice(from, at)
          if (!(isEmpty && NOTHING.test(part))) addPart(value, part)
          return { value, end: at + 1 }
        }
        depth -= 1
      } else if (code === COMMA && depth === 0) {
        if (at - from >= this.#partLength) {
          addPart(value, text.slice(from, at))
          isEmpty = false
          from = at + 1
          yield
        }
        entry = at + 1
      }
      if (depth > 0 && at - open > this.#partLength) {
        if (entry > from) addPart(value, text.slice(from, entry - 1))
        const inner = yield* this.read(open)
        addEntry(value, text.slice(entry, open), inner.value)
        isEmpty = false
        yield
        const next = this.#next(inner.end)
        const isLast = text.charCodeAt(next) !== COMMA
        if (isLast && text.charCodeAt(next) !== (isObject ? CLOSE_BRACE : CLOSE_BRACKET))
          throw new SyntaxError('There is no comma.')
        if (isLast) return { value, end: next + 1 }
        at = next
        from = next + 1
        entry = from
        depth = 0
      }
    }
    throw new SyntaxError('It does not end.')
  }

  /** The next position without white space. */
  #next(from: number): number {
    let at = from
    while (' \t\n\r'.includes(this.#text.charAt(at)) && at < this.#text.length) at += 1
    return at
  }
}

/** Adds entries between two commas. */
function addPart(value: Container['value'], part: string): void {
  if (NOTHING.test(part)) throw new SyntaxError('An entry is missing.')
  if (Array.isArray(value)) for (const entry of JSON.parse(`[${part}]`) as unknown[]) value.push(entry)
  else {
    const members = JSON.parse(`{${part}}`) as Record<string, unknown>
    for (const key of Object.keys(members)) {
      if (key === '__proto__') setMember(value, key, members[key])
      else value[key] = members[key]
    }
  }
}

/** Adds one entry whose value was read already. `head`: the text before the value. */
function addEntry(value: Container['value'], head: string, inner: unknown): void {
  if (Array.isArray(value)) {
    if (!NOTHING.test(head)) throw new SyntaxError('There is something before an entry.')
    value.push(inner)
    return
  }
  const key = KEY.exec(head)?.[1]
  if (key === undefined) throw new SyntaxError('A member has no name.')
  setMember(value, JSON.parse(key) as string, inner)
}

/** As `JSON.parse` does it: `__proto__` is a member like others, which an assignment would take for the prototype. */
function setMember(value: Record<string, unknown>, key: string, member: unknown): void {
  Object.defineProperty(value, key, { value: member, configurable: true, enumerable: true, writable: true })
}

/** The position of the closing quote. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return at
  }
  throw new SyntaxError('A text does not end.')
}
