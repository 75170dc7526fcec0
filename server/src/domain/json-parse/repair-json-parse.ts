/**
 * V8 confuses names of members that contain escapes: it compares as many characters of the text as the name will have, escapes
 * included, with a name that followed the same members in an object before (nodejs/node#63785). After `{"a": 1, "caf\\": 2}`,
 * the name `"caf\u00e9"` behind `"a"` is read as `caf\`, in every text of the process: one account could rename what another
 * one sends. See ADR 61.
 */

/** A name with an escape in it: its last escape, up to the colon behind the name. */
const ESCAPED_NAME = /\\.[^"\\]*"[ \t\n\r]*:/s
/** What cannot stand in a name without an escape. */
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Cs}]/u
/** Begins a name that stands for another one while a text is parsed. Names that begin with it get another one as well. */
const ALIAS = '\ue000'

type Parse = (text: string) => unknown

/** Replaces `JSON.parse` in this thread if it confuses names. Called once, before anything is parsed. */
export function repairJsonParse(): void {
  const native = JSON.parse
  if (!confusesNames(native)) return
  const parse = exactParse(native)
  JSON.parse = (text: unknown, reviver?: Parameters<typeof native>[1]): unknown =>
    reviver === undefined ? parse(String(text)) : native(String(text), reviver)
}

function confusesNames(parse: Parse): boolean {
  parse(String.raw`{"json":1,"\\":1}`)
  return !Object.hasOwn(parse(String.raw`{"json":1,"\n":1}`) as object, '\n')
}

/** Parses like `native`, with the names that the text has. */
export function exactParse(native: Parse): Parse {
  return (text) => {
    // Almost every text ends here.
    if (!text.includes('\\') || !ESCAPED_NAME.test(text)) return native(text)
    const aliases = new Map<string, string>()
    try {
      const value = native(withoutEscapes(text, native, aliases))
      return aliases.size === 0 ? value : withNames(value, aliases)
    } catch (error) {
      // What is not JSON is refused with the positions of the text as it came.
      native(text)
      throw error
    }
  }
}

/** Writes names without escapes, or as aliases where that is not possible. */
function withoutEscapes(text: string, native: Parse, aliases: Map<string, string>): string {
  const written = new Map<string, string>()
  const aliasOf = new Map<string, string>()
  const write = (token: string) => {
    const name = native(token) as string
    const isPlain = !name.startsWith(ALIAS) && !NEEDS_ESCAPE.test(name)
    // One for each name, however it is written: of members with the same name, the last one counts.
    const alias = isPlain ? name : (aliasOf.get(name) ?? ALIAS + aliasOf.size)
    if (!isPlain) {
      aliasOf.set(name, alias)
      aliases.set(alias, name)
    }
    written.set(token, alias)
    return alias
  }
  const parts: string[] = []
  let from = 0
  // Looked for only once it has been passed: otherwise each text before a distant one would be searched up to it.
  let backslash = text.indexOf('\\')
  for (let start = text.indexOf('"'); start !== -1;) {
    let quote = text.indexOf('"', start + 1)
    const hasEscapes = backslash !== -1 && backslash < quote
    while (backslash !== -1 && backslash < quote) {
      if (backslash + 1 === quote) quote = text.indexOf('"', quote + 1)
      backslash = text.indexOf('\\', backslash + 2)
    }
    if (quote === -1) break
    if ((hasEscapes || text.startsWith(ALIAS, start + 1)) && isName(text, quote + 1)) {
      const token = text.slice(start, quote + 1)
      parts.push(text.slice(from, start + 1), written.get(token) ?? write(token))
      from = quote
    }
    start = text.indexOf('"', quote + 1)
  }
  parts.push(text.slice(from))
  return parts.join('')
}

function isName(text: string, end: number): boolean {
  let at = end
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1
  return text.charAt(at) === ':'
}

type Container = Record<string, unknown>

/** Replaces objects that have aliases. The order of members stays. */
function withNames(root: unknown, aliases: ReadonlyMap<string, string>): unknown {
  const top: Container = { root }
  const containers = [top]
  for (let container = containers.pop(); container !== undefined; container = containers.pop())
    for (const key of Object.keys(container)) {
      const value = container[key]
      if (typeof value !== 'object' || value === null) continue
      const isRenamed = !Array.isArray(value) && Object.keys(value).some((name) => name.startsWith(ALIAS))
      const named = (isRenamed ? rename(value as Container, aliases) : value) as Container
      if (isRenamed) setMember(container, key, named)
      containers.push(named)
    }
  return top['root']
}

function rename(value: Container, aliases: ReadonlyMap<string, string>): Container {
  const named: Container = {}
  for (const key of Object.keys(value)) setMember(named, aliases.get(key) ?? key, value[key])
  return named
}

function setMember(container: Container, key: string, value: unknown): void {
  if (key !== '__proto__') container[key] = value
  else Object.defineProperty(container, key, { value, configurable: true, enumerable: true, writable: true })
}
