import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import type { JsonSchema } from './open-api-document.ts'

const REF_PREFIX = '#/components/schemas/'

/** What TypeBox writes for a record whose keys may be anything. */
const ANY_KEY = '^.*$'

/**
 * Turns the schemas of the contract into plain JSON Schema. A schema with a title becomes a component and is referred
 * to; two different ones with the same title would hide each other, so that is refused.
 */
export class PublishedSchemas {
  readonly #components = new Map<string, JsonSchema>()

  publish(schema: TSchema): JsonSchema {
    const plain = this.#rewrite(schema as Record<string, unknown>)
    const { title } = plain
    if (title === undefined) return plain
    const known = this.#components.get(title)
    if (known !== undefined && !isDeepStrictEqual(known, plain)) {
      throw new Error(`Two different schemas of the contract have the title ${title}.`)
    }
    this.#components.set(title, plain)
    return { $ref: REF_PREFIX + title }
  }

  /** By name, so that moving a declaration does not change the document. */
  components(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** Symbols and `~` keys are TypeBox' own bookkeeping; refinements have no form in JSON Schema. */
  #rewrite(schema: Record<string, unknown>): JsonSchema {
    const plain: Record<string, unknown> = {}
    for (const [keyword, value] of Object.entries(schema)) {
      if (!keyword.startsWith('~')) Object.assign(plain, this.#rewriteKeyword(keyword, value))
    }
    if (isTextList(plain['enum'])) return { type: 'string', ...plain }
    return joinNull(plain)
  }

  #rewriteKeyword(keyword: string, value: unknown): Record<string, unknown> {
    switch (keyword) {
      case 'properties':
        return { properties: mapValues(value as Record<string, TSchema>, (part) => this.publish(part)) }
      case 'items':
        return { items: this.publish(value as TSchema) }
      case 'anyOf':
      case 'allOf':
        return { [keyword]: (value as TSchema[]).map((part) => this.publish(part)) }
      case 'patternProperties':
        return this.#rewriteRecord(value as Record<string, TSchema>)
      default:
        return { [keyword]: value }
    }
  }

  #rewriteRecord(patterns: Record<string, TSchema>): Record<string, unknown> {
    const values = patterns[ANY_KEY]
    if (values === undefined) throw new Error('Only records with any key are published so far.')
    const plain = this.publish(values)
    return { additionalProperties: Object.keys(plain).length === 0 ? true : plain }
  }
}

/** `anyOf: [text, null]` in the shorter form that generators of clients know best. */
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
