import type { TSchema } from 'typebox'
import type { JsonSchema } from './open-api-document.ts'

/** The pattern that TypeBox emits for a record with arbitrary keys. */
const ANY_KEY = '^.*$'

/** A schema without the members that only TypeBox understands, with all sub-schemas inline. */
export function plainSchema(schema: TSchema): JsonSchema {
  return rewriteSchema(schema, plainSchema)
}

/**
 * The schema as plain JSON Schema: TypeBox uses symbols and `~` keys internally, and refinements have no JSON Schema
 * equivalent. `rewritePart` returns the replacement for each sub-schema.
 */
export function rewriteSchema(schema: TSchema, rewritePart: (part: TSchema) => JsonSchema): JsonSchema {
  const plain: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (!keyword.startsWith('~')) Object.assign(plain, rewriteKeyword(keyword, value, rewritePart))
  }
  if (isTextList(plain['enum'])) return { type: 'string', ...plain }
  return joinNull(plain)
}

function rewriteKeyword(
  keyword: string,
  value: unknown,
  rewritePart: (part: TSchema) => JsonSchema,
): Record<string, unknown> {
  switch (keyword) {
    case 'properties':
      return { properties: mapValues(value as Record<string, TSchema>, rewritePart) }
    case 'items':
      return { items: rewritePart(value as TSchema) }
    case 'anyOf':
    case 'allOf':
      return { [keyword]: (value as TSchema[]).map(rewritePart) }
    case 'patternProperties':
      return rewriteRecord(value as Record<string, TSchema>, rewritePart)
    default:
      return { [keyword]: value }
  }
}

function rewriteRecord(
  patterns: Record<string, TSchema>,
  rewritePart: (part: TSchema) => JsonSchema,
): Record<string, unknown> {
  const { [ANY_KEY]: values, ...others } = patterns
  if (values === undefined || Object.keys(others).length > 0) {
    return { patternProperties: mapValues(patterns, rewritePart) }
  }
  const plain = rewritePart(values)
  return { additionalProperties: Object.keys(plain).length === 0 ? true : plain }
}

/** Rewrites `anyOf: [text, null]` to `type: [text, null]`, which client generators support best. */
function joinNull(schema: Record<string, unknown>): JsonSchema {
  const { anyOf, ...rest } = schema as JsonSchema & Record<string, unknown>
  const [first, second, ...others] = anyOf ?? []
  if (others.length > 0 || second?.type !== 'null' || typeof first?.type !== 'string') return schema
  if (first.enum !== undefined || first.properties !== undefined) return schema
  return { ...first, ...rest, type: [first.type, 'null'] }
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function mapValues<A, B>(record: Record<string, A>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
