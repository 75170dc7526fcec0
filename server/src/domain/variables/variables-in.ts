import { isJsonObject, type JsonValue } from '../shared/json.ts'

/** `vars` as a word of its own, not as the member of something. */
const MENTION = /(?<![\p{L}\p{N}_$])(?<!(?<!\.)\.)vars(?![\p{L}\p{N}_$])/gu
/** `.NAME` or `["NAME"]` behind it, which is not called. */
const MEMBER =
  /\s*(?:(?:\?\.|\.)\s*([A-Za-z_][A-Za-z0-9_]*)(?![A-Za-z0-9_]|\s*\()|(?:\?\.\s*)?\[\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*\])/uy

/**
 * The names of the variables of the account that texts of a definition may read. `all`: they use `vars` in another way, such as
 * `vars[input.region]`. Texts that only mention it, such as a comment, count too: this is an upper bound.
 */
export function variablesIn(value: JsonValue, found: Set<string> = new Set()): ReadonlySet<string> | 'all' {
  if (typeof value === 'string') return readText(value, found)
  const members = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : []
  for (const member of members as readonly (JsonValue | undefined)[]) {
    if (member !== undefined && variablesIn(member, found) === 'all') return 'all'
  }
  return found
}

function readText(text: string, found: Set<string>): ReadonlySet<string> | 'all' {
  if (!text.includes('vars')) return found
  for (const { index } of text.matchAll(MENTION)) {
    MEMBER.lastIndex = index + 'vars'.length
    const [, plain, double, single] = MEMBER.exec(text) ?? []
    const name = plain ?? double ?? single
    if (name === undefined) return 'all'
    found.add(name)
  }
  return found
}
