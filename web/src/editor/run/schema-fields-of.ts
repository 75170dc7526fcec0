import type { JsonValue } from '../../graph/types.ts'
import type { InputFieldSpec } from './input-field.tsx'
import { type InputObject, isInputObject } from './input-object.ts'

export interface SchemaField {
  readonly spec: InputFieldSpec
  /** The fields of an object. */
  readonly fields?: readonly SchemaField[]
  /** The values of an `enum`. */
  readonly choices?: readonly (string | number)[]
}

/** Deeper objects are entered as JSON. */
const MAX_LEVEL = 3
const LONG_TEXT = 200

/** The fields of a form for an object that a JSON Schema describes. */
export function inputFieldsOf(
  schema: InputObject,
  root: InputObject = schema,
  level = 0,
): readonly SchemaField[] {
  const properties = isInputObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(properties).map(([name, raw]) => {
    const property = resolve(isInputObject(raw) ? raw : {}, root)
    const { title, description } = property
    const choices = choicesOf(property)
    const nested = isInputObject(property['properties']) && level < MAX_LEVEL
    return {
      spec: {
        name,
        label: typeof title === 'string' && title !== '' ? title : name,
        help: typeof description === 'string' ? description : '',
        kind: choices === undefined ? kindOf(property) : 'choice',
        options: (choices ?? []).map((choice) => ({ value: String(choice), label: String(choice) })),
        isRequired: required.includes(name),
      },
      ...(choices !== undefined && { choices }),
      ...(nested && { fields: inputFieldsOf(property, root, level + 1) }),
    }
  })
}

/** What the form begins with: the values that the schema suggests. */
export function defaultsOf(schema: InputObject, root: InputObject = schema, level = 0): InputObject {
  const properties = isInputObject(schema['properties']) ? schema['properties'] : {}
  const values: InputObject = {}
  for (const [name, raw] of Object.entries(properties)) {
    const property = resolve(isInputObject(raw) ? raw : {}, root)
    const value: JsonValue | undefined = property['default'] ?? property['const']
    const inner = level < MAX_LEVEL ? defaultsOf(property, root, level + 1) : {}
    if (value !== undefined) values[name] = value
    else if (Object.keys(inner).length > 0) values[name] = inner
  }
  return values
}

function resolve(schema: InputObject, root: InputObject): InputObject {
  const { $ref } = schema
  if (typeof $ref !== 'string') return schema
  const definitions = isInputObject(root['$defs']) ? root['$defs'] : {}
  const found = definitions[$ref.replace('#/$defs/', '')]
  return isInputObject(found) ? { ...found, ...schema } : schema
}

function choicesOf({ enum: values }: InputObject): readonly (string | number)[] | undefined {
  if (!Array.isArray(values)) return undefined
  const plain = values.filter((value) => typeof value === 'string' || typeof value === 'number')
  return plain.length === values.length ? plain : undefined
}

function kindOf({ type, format, maxLength }: InputObject): InputFieldSpec['kind'] {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null')
  if (types.length !== 1) return 'json'
  switch (types[0]) {
    case 'string':
      if (format === 'date') return 'date'
      return typeof maxLength === 'number' && maxLength > LONG_TEXT ? 'long-text' : 'text'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'switch'
    default:
      return 'json'
  }
}
