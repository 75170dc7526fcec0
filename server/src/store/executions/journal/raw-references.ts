import { INPUT, JsonScanner, type JsonValue, type Paused, RawJson, rawOf } from '#domain/index.ts'
import type { StoredReferences } from './journal-references.ts'

interface RawEntry {
  readonly output?: JsonValue
  readonly refs?: StoredReferences
}

/** Does what `replaceReferences` does, for entries whose outputs are `RawJson`, and without parsing the values. */
export function* replaceRawReferences<Entry extends object>(
  entries: readonly Entry[],
  input: string | undefined,
): Paused<readonly Entry[]> {
  if (!entries.some((entry) => 'refs' in entry)) return entries
  const sources = new RawSources(input)
  const replaced: Entry[] = []
  for (const [index, entry] of entries.entries()) {
    const { refs, ...rest } = entry as Entry & RawEntry
    const own = rest.output === undefined ? undefined : rawOf(rest.output)
    const output = refs === undefined ? own : yield* resolve(own, refs, sources)
    sources.add(index, output)
    replaced.push(refs === undefined ? entry : ({ ...rest, output } as unknown as Entry))
  }
  return replaced
}

/** The values that references stand for, found once each. */
class RawSources {
  readonly #values = new Map<number, RawJson>()
  readonly #members = new Map<RawJson, Map<string, RawJson>>()

  constructor(input: string | undefined) {
    if (input !== undefined) this.#values.set(INPUT, new RawJson(input, null))
  }

  add(source: number, value: RawJson | undefined): void {
    if (value !== undefined) this.#values.set(source, value)
  }

  *find(source: number, path: readonly string[]): Paused<RawJson> {
    let value = this.#values.get(source) ?? NULL
    if (path.length === 0) return value.count === null ? yield* counted(value) : value
    for (const key of path) {
      let members = this.#members.get(value)
      if (members === undefined) {
        members = yield* readMembers(value)
        this.#members.set(value, members)
      }
      value = members.get(key) ?? NULL
    }
    return value
  }
}

function* resolve(
  own: RawJson | undefined,
  refs: StoredReferences,
  sources: RawSources,
): Paused<RawJson | undefined> {
  const values = new Map<string | null, RawJson>()
  for (const [member, source, ...path] of refs) values.set(member, yield* sources.find(source, path))
  const whole = values.get(null)
  if (whole !== undefined || own === undefined) return whole ?? NULL
  const members = yield* readMembers(own)
  const isList = own.text.startsWith('[')
  const texts = Array.from(members, ([key, value]) => {
    const { text } = values.get(key) ?? value
    return isList ? text : `${JSON.stringify(key)}:${text}`
  })
  return new RawJson(isList ? `[${texts.join(',')}]` : `{${texts.join(',')}}`, members.size)
}

function* readMembers({ text }: RawJson): Paused<Map<string, RawJson>> {
  const members = new Map<string, RawJson>()
  yield* new JsonScanner(text).entries(0, (key, { start, end, count }) => {
    members.set(`${key}`, new RawJson(text.slice(start, end), count))
    return true
  })
  return members
}

function* counted({ text }: RawJson): Paused<RawJson> {
  return new RawJson(text, (yield* new JsonScanner(text).range(0)).count)
}

const NULL = new RawJson('null', null)
