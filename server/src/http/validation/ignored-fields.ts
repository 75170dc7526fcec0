import type { TSchema } from 'typebox'
import type { Operation } from '@millrace/contract/operation.ts'
import { findSimilar } from '@millrace/expressions'

const MAX_WARNINGS = 20
const MAX_NAME_LENGTH = 100

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly patternProperties?: object
  readonly additionalProperties?: unknown
  readonly items?: TSchema
}

interface IgnoredField {
  readonly path: string
  readonly name: string
  readonly known: readonly string[]
}

/** Those that are described, and the number of all. */
interface IgnoredFields {
  readonly shown: IgnoredField[]
  count: number
}

/**
 * Describes the fields of a request that have no effect. Fields of the answer are left out, because they are read-only: what
 * a client has read can be sent back.
 */
export function describeIgnoredFields({ body, success }: Operation, value: unknown): readonly string[] {
  if (body === undefined) return NONE
  const ignored: IgnoredFields = { shown: [], count: 0 }
  collect({ schema: body, answer: success.data, path: '', value }, ignored)
  if (ignored.count === 0) return NONE
  const shown = ignored.shown.map(describe)
  const more = ignored.count - shown.length
  return more === 0
    ? shown
    : [...shown, `${more} further ${more === 1 ? 'field was' : 'fields were'} ignored.`]
}

const NONE: readonly string[] = []

interface Position {
  readonly schema: TSchema
  /** The schema of the same value in the answer. */
  readonly answer: ObjectSchema | undefined
  readonly path: string
  readonly value: unknown
}

function collect({ schema, answer, path, value }: Position, ignored: IgnoredFields): void {
  const { properties, patternProperties, additionalProperties, items } = schema as ObjectSchema
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (items === undefined) return
    const inner = answer?.items
    for (const [index, entry] of (value as readonly unknown[]).entries()) {
      if (typeof entry === 'object' && entry !== null)
        collect({ schema: items, answer: inner, path: `${path}[${index}]`, value: entry }, ignored)
    }
    return
  }
  const isOpen = patternProperties !== undefined || (additionalProperties ?? false) !== false
  if (properties === undefined || isOpen) return
  const readable = answer?.properties ?? {}
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(properties, name)) {
      const at = join(path, name)
      const member = (value as Record<string, unknown>)[name]
      const inner = Object.hasOwn(readable, name) ? readable[name] : undefined
      collect({ schema: properties[name] as TSchema, answer: inner, path: at, value: member }, ignored)
    } else if (!Object.hasOwn(readable, name)) {
      ignored.count += 1
      if (ignored.shown.length < MAX_WARNINGS)
        ignored.shown.push({ path: join(path, name), name, known: Object.keys(properties) })
    }
  }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function describe({ path, name, known }: IgnoredField): string {
  const shown = path.length > MAX_NAME_LENGTH ? `${path.slice(0, MAX_NAME_LENGTH)}…` : path
  const similar = findSimilar(name, known)
  const fix =
    similar !== undefined
      ? `Did you mean "${similar}"?`
      : known.length === 0
        ? 'The request takes no fields.'
        : `Known fields: ${known.map((one) => `"${one}"`).join(', ')}.`
  return `Unknown field "${shown}" was ignored. ${fix}`
}
