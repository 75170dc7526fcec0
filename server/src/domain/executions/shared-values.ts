import { isJsonObject, type JsonValue } from '../shared/json.ts'
import { isKnownWide, measureJson } from '../shared/json-size.ts'

/**
 * A value that was there before. `member`: which member of the output it is; null: it is the whole output. `source`: the
 * number of the output that has it first, or `INPUT`. `path`: the keys that lead to it in the source.
 */
export interface ValueReference {
  readonly member: string | null
  readonly source: number
  readonly path: readonly string[]
}

interface MeasuredOutput {
  /** As `measureJson` counts it. */
  readonly size: number
  /** How much of it was not there before. */
  readonly freshSize: number
}

/** The source of values of the input. */
export const INPUT = -1

/** Looking for the values of smaller outputs would cost more than to write them again. */
const MIN_OUTPUT = 1024
const MIN_VALUE = 256
/** An output with more members is one new value: looking at each would take long. */
const MAX_MEMBERS = 64
/** How deep values are known in the input and in outputs, as in the body of a response. */
const MAX_PATH = 2

interface KnownValue {
  readonly source: number
  readonly path: readonly string[]
  size: number | undefined
}

/**
 * The values of an input and of the outputs after it, by identity, so that an output can refer to the values that it shares with
 * them: nodes pass on most of what they get. Looks for the outputs and their members among those, their members and the members of
 * these. Texts are the same when they are equal.
 */
export class SharedValues {
  readonly #input: JsonValue | undefined
  #inputSize: number | undefined
  #known: Map<JsonValue, KnownValue> | undefined

  constructor(input: JsonValue | undefined) {
    this.#input = input
  }

  /** How the output with the number `source` refers to what was there before. From then on, others can refer to its values. */
  refer(output: JsonValue, source: number): readonly ValueReference[] {
    if (measureJson(output, MIN_OUTPUT) <= MIN_OUTPUT) return NONE
    if (output === this.#input) return [{ member: null, source: INPUT, path: NONE }]
    const known = this.#find(output)
    if (known !== undefined) return [{ member: null, source: known.source, path: known.path }]
    const references: ValueReference[] = []
    for (const [member, value] of membersOf(output) ?? NONE) {
      const shared = this.#find(value)
      if (shared !== undefined) references.push({ member, source: shared.source, path: shared.path })
    }
    this.#add(output, { source, path: [], size: undefined })
    return references
  }

  /** Measures an output up to `limit`. From then on, its values are not new. */
  measure(output: JsonValue, limit: number): MeasuredOutput {
    if (output === this.#input) return this.#measureInput(output, limit)
    const atLeast = measureJson(output, MIN_OUTPUT)
    if (atLeast <= MIN_OUTPUT) return { size: atLeast, freshSize: atLeast }
    const known = this.#find(output)
    if (known !== undefined) return { size: sizeOf(known, output, limit), freshSize: 0 }
    const measured = this.#measureMembers(output, limit)
    this.#add(output, { source: INPUT, path: [], size: measured.size })
    return measured
  }

  /** Looking for it among the known values would read the names of its members several times, which takes long if there are many. */
  #measureInput(input: JsonValue, limit: number): MeasuredOutput {
    this.#inputSize ??= measureJson(input, Number.POSITIVE_INFINITY)
    const size = Math.min(this.#inputSize, limit + 1)
    return { size, freshSize: size <= MIN_OUTPUT ? size : 0 }
  }

  #measureMembers(output: JsonValue, limit: number): MeasuredOutput {
    const members = membersOf(output)
    if (members === undefined) {
      const size = measureJson(output, limit)
      return { size, freshSize: size }
    }
    let size = 1
    let knownSize = 0
    for (const [member, value] of members) {
      const known = this.#find(value)
      const valueSize = known === undefined ? measureJson(value, limit - size) : sizeOf(known, value, limit)
      size += (Array.isArray(output) ? 1 : member.length + 4) + valueSize
      if (known !== undefined) knownSize += valueSize
      if (size > limit) break
    }
    return { size, freshSize: size - knownSize }
  }

  #find(value: JsonValue): KnownValue | undefined {
    return isWorthwhile(value) ? this.#values.get(value) : undefined
  }

  /** Adds a value, and what it consists of. */
  #add(value: JsonValue, known: KnownValue): void {
    if (!isWorthwhile(value) || this.#values.has(value)) return
    this.#values.set(value, known)
    const { source, path } = known
    if (path.length === MAX_PATH) return
    for (const [key, member] of membersOf(value) ?? NONE) {
      this.#add(member, { source, path: [...path, key], size: undefined })
    }
  }

  get #values(): Map<JsonValue, KnownValue> {
    if (this.#known === undefined) {
      this.#known = new Map()
      if (this.#input !== undefined) this.#add(this.#input, { source: INPUT, path: [], size: undefined })
    }
    return this.#known
  }
}

function isWorthwhile(value: JsonValue): boolean {
  if (typeof value === 'string') return value.length >= MIN_VALUE
  return typeof value === 'object' && value !== null && measureJson(value, MIN_VALUE) >= MIN_VALUE
}

/** The members of an object or list; undefined when there are too many, or the value has none. */
function membersOf(value: JsonValue): readonly (readonly [string, JsonValue])[] | undefined {
  if (Array.isArray(value)) return value.length > MAX_MEMBERS ? undefined : Object.entries(value)
  if (!isJsonObject(value) || isKnownWide(value)) return undefined
  let count = 0
  for (const _ in value) if ((count += 1) > MAX_MEMBERS) return undefined
  return Object.entries(value)
}

function sizeOf(known: KnownValue, value: JsonValue, limit: number): number {
  known.size ??= measureJson(value, Number.POSITIVE_INFINITY)
  return Math.min(known.size, limit + 1)
}

const NONE: readonly never[] = []
