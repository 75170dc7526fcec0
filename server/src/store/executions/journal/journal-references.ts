import { INPUT, isJsonObject, type JsonObject, type JsonValue, type ValueReference } from '#domain/index.ts'

/** `[member, source, ...path]` of each reference; see `ValueReference`. */
export type StoredReferences = readonly (readonly [
  member: string | null,
  source: number,
  ...path: readonly string[],
])[]

/** A stored result, as far as it matters here. Without references, an output that is missing is that of the result before. */
interface WithOutput {
  readonly output?: JsonValue
  readonly refs?: StoredReferences
}

/** Stands where a value is a reference, so that the members keep their order. */
const PLACEHOLDER = 0

/** What is stored of an output. */
export function withReferences(output: JsonValue, references: readonly ValueReference[]): WithOutput {
  const refs = references.map(({ member, source, path }): StoredReferences[number] => [
    member,
    source,
    ...path,
  ])
  const members = new Set(references.map(({ member }) => member))
  if (members.has(null)) return { refs }
  return { output: mapMembers(output, (key, value) => (members.has(key) ? PLACEHOLDER : value)), refs }
}

/** Whether values of the input may be needed to read this text. */
export function mayRefer(text: string): boolean {
  return text.includes('"refs":')
}

/** The entries of a page with the values in the position of the references. */
export function replaceReferences<Entry extends object>(
  entries: readonly Entry[],
  input: JsonObject | undefined,
): readonly Entry[] {
  if (!entries.some((entry) => 'refs' in entry)) return entries
  const outputs: (JsonValue | undefined)[] = []
  const find = (source: number, path: readonly string[]): JsonValue =>
    path.reduce(memberOf, source === INPUT ? input : outputs[source]) ?? null
  return entries.map((entry, index) => {
    const { refs, ...rest } = entry as Entry & WithOutput
    const output = refs === undefined ? rest.output : resolve(rest.output, refs, find)
    // An output that is missing is that of the result before, which others refer to instead.
    outputs[index] = output
    return refs === undefined ? entry : ({ ...rest, output } as unknown as Entry)
  })
}

function resolve(
  output: JsonValue | undefined,
  refs: StoredReferences,
  find: (source: number, path: readonly string[]) => JsonValue,
): JsonValue {
  const values = new Map(refs.map(([member, source, ...path]) => [member, find(source, path)]))
  const whole = values.get(null)
  if (whole !== undefined || output === undefined) return whole ?? null
  return mapMembers(output, (key, value) => values.get(key) ?? value)
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return (value as Readonly<Record<string, JsonValue>> | undefined)?.[key]
}

function mapMembers(value: JsonValue, map: (key: string, value: JsonValue) => JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((member, index) => map(`${index}`, member))
  }
  if (!isJsonObject(value)) return value
  // Not by assignment, which would set the prototype if a key is `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, map(key, member)]))
}
