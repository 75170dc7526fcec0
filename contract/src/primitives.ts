import Type, { type TSchema } from 'typebox'

export const IdSchema = Type.String({
  format: 'uuid',
  description: 'Identifier, assigned by the service.',
  examples: ['01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa'],
})

export const TimestampSchema = Type.String({
  format: 'date-time',
  description: 'UTC, with milliseconds.',
  examples: ['2026-01-31T08:30:00.000Z'],
})

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/**
 * Text that both stores return unchanged: PostgreSQL rejects NUL, and a lone surrogate has no UTF-8 encoding.
 */
export function storableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

const UNSTORABLE = 'must not contain NUL characters or broken Unicode'

/** Plain text of bounded length. */
export function textSchema(options: {
  minLength?: number
  maxLength: number
  description: string
  examples?: string[]
}) {
  return Type.Refine(Type.String(options), storableText, () => UNSTORABLE)
}

/** A name chosen by a person: bounded after trimming, never blank. */
export function nameSchema(options: { maxLength: number; description: string; examples?: string[] }) {
  const { maxLength, description, ...rest } = options
  const bounds = `At most ${maxLength} characters, not counting leading and trailing white space.`
  const text = Type.String({ description: `${description} ${bounds}`, ...rest, minLength: 1 })
  const storable = Type.Refine(text, storableText, () => UNSTORABLE)
  const notBlank = Type.Refine(
    storable,
    (name) => name.length === 0 || name.trim().length > 0,
    () => 'must not be blank',
  )
  return Type.Refine(
    notBlank,
    (name) => [...name.trim()].length <= maxLength,
    () => `must not have more than ${maxLength} characters`,
  )
}

/** The response to every delete. */
export const DeletedSchema = Type.Object(
  { id: IdSchema, deleted: Type.Literal(true, { description: 'Always true.' }) },
  { title: 'Deleted', description: 'Confirmation of a delete.' },
)

export const IdParams = Type.Object({ id: IdSchema })

/** The query parameter that adds members to a resource. */
export function includeSchema(members: readonly string[], example: string) {
  const names = members.map((member) => `\`${member}\``).join(', ')
  return Type.String({
    maxLength: 200,
    description: `Members to add, separated by commas: ${names}.`,
    examples: [example],
  })
}
