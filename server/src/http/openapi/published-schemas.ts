import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import type { JsonSchema } from './open-api-document.ts'
import { rewriteSchema } from './plain-schema.ts'

const REF_PREFIX = '#/components/schemas/'

/**
 * Collects the schemas of the contract for the document. A schema with a title becomes a component. Two different
 * schemas with the same title are refused, because one would replace the other.
 */
export class PublishedSchemas {
  readonly #components = new Map<string, JsonSchema>()

  publish(schema: TSchema): JsonSchema {
    const plain = rewriteSchema(schema, (part) => this.publish(part))
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
}
