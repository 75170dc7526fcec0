const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENING = 0x7b
const CLOSING = 0x7d
/** The most that PostgreSQL allows. */
const MAX_DIMENSIONS = 6

/**
 * Reads the text of an array, which may be a megabyte long. The parser of the library collects each character, while nobody else is
 * served, and accepts any depth.
 */
export function parseArray(text: string, parseElement: (text: string) => unknown): unknown[] {
  const array: unknown[] = []
  const around: unknown[][] = []
  let list = array
  // Lower bounds other than 1 come first, as in `[0:1]={a,b}`.
  let at = text.startsWith('[') ? text.indexOf('=') + 1 : 0
  if (text.charCodeAt(at) !== OPENING) throw malformed()
  for (at += 1; ; at += 1) {
    const code = text.charCodeAt(at)
    if (code === OPENING) {
      around.push(list)
      if (around.length === MAX_DIMENSIONS) throw malformed()
      const inner: unknown[] = []
      list.push(inner)
      list = inner
      // The next pass reads what is behind the brace.
      continue
    }
    if (code === QUOTE) {
      const end = endOfQuoted(text, at + 1)
      list.push(parseElement(withoutEscapes(text.slice(at + 1, end))))
      at = end + 1
    } else if (code !== CLOSING) {
      const end = endOfPlain(text, at)
      if (end === at) throw malformed()
      const element = text.slice(at, end)
      list.push(element === 'NULL' ? null : parseElement(element))
      at = end
    }
    for (; text.charCodeAt(at) === CLOSING; at += 1) {
      const outer = around.pop()
      if (outer !== undefined) list = outer
      else if (at === text.length - 1) return array
      else throw malformed()
    }
    if (text.charCodeAt(at) !== COMMA) throw malformed()
  }
}

function endOfQuoted(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at += 1
  }
  throw malformed()
}

function endOfPlain(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === CLOSING || code === COMMA) return at
  }
  throw malformed()
}

function withoutEscapes(quoted: string): string {
  let text = ''
  let start = 0
  for (let at = quoted.indexOf('\\'); at !== -1; at = quoted.indexOf('\\', at + 2)) {
    text += quoted.slice(start, at)
    start = at + 1
  }
  return text + quoted.slice(start)
}

function malformed(): Error {
  return new Error('an array in the result does not have the form that PostgreSQL documents')
}
