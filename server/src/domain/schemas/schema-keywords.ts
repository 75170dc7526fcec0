/** The keywords that a schema of an input may have: those that can be checked in bounded time, and those that only describe. */

/** Hold one schema. */
export const ONE_SCHEMA = ['items', 'not', 'additionalProperties'] as const
/** Hold a list of schemas. */
export const SCHEMA_LISTS = ['anyOf', 'oneOf', 'allOf'] as const
/** Hold schemas by name. */
export const SCHEMA_MAPS = ['properties', '$defs'] as const

export const WHOLE_NUMBERS = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const
export const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const

const OTHERS = ['type', 'enum', 'const', 'required', 'uniqueItems', 'pattern', 'format', '$ref'] as const
/** They say something to people and programs that show the schema. */
const NOTES = [
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
] as const

export const KEYWORDS: readonly string[] = [
  ...ONE_SCHEMA,
  ...SCHEMA_LISTS,
  ...SCHEMA_MAPS,
  ...WHOLE_NUMBERS,
  ...NUMBERS,
  ...OTHERS,
  ...NOTES,
]

export const JSON_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const

/** `#/$defs/NAME`: the only kind of reference. */
export const REFERENCE = /^#\/\$defs\/([^/~%]+)$/
