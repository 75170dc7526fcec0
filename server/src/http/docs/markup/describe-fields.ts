import type { JsonSchema } from '../../openapi/open-api-document.ts'

/** One row of a table of fields. `path` is the location, such as `fields[].name`. */
export interface FieldRow {
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly description: string | undefined
  /** Bounds, allowed values and the default; `backticks` mark code. */
  readonly notes: readonly string[]
}

export type Resolve = (schema: JsonSchema) => JsonSchema

/** The members of an object at every depth, each with its path. */
export function describeFields(schema: JsonSchema, resolve: Resolve = (part) => part): FieldRow[] {
  return describeMembers(schema, '', resolve)
}

function describeMembers(schema: JsonSchema, prefix: string, resolve: Resolve): FieldRow[] {
  const { properties = {}, required = [] } = resolve(schema)
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = resolve(property)
    const path = prefix + name
    const row: FieldRow = {
      path,
      type: describeType(field, resolve),
      required: required.includes(name),
      description: property.description ?? field.description,
      notes: describeBounds(field),
    }
    return [row, ...describeInside(field, path, resolve)]
  })
}

function describeInside(field: JsonSchema, path: string, resolve: Resolve): FieldRow[] {
  if (field.properties !== undefined) return describeMembers(field, `${path}.`, resolve)
  if (field.items !== undefined) return describeInside(resolve(field.items), `${path}[]`, resolve)
  // Any object fits: the alternatives are documented elsewhere, and would repeat in every operation.
  if (field.type !== undefined) return []
  return (field.anyOf ?? []).flatMap((choice) => describeInside(resolve(choice), path, resolve))
}

export function describeType(schema: JsonSchema, resolve: Resolve): string {
  const { type, format, items, anyOf } = resolve(schema)
  if (anyOf !== undefined && type === undefined)
    return anyOf.map((choice) => describeType(choice, resolve)).join(' or ')
  if (type === 'array') {
    return items === undefined ? 'array' : `array of ${describeType(items, resolve)}`
  }
  if (type === undefined) return 'any value'
  const [first, ...others] = typeof type === 'string' ? [type] : type
  return [format === undefined ? first : `${first} (${format})`, ...others].join(' or ')
}

export function describeBounds(schema: JsonSchema): string[] {
  const notes = [
    describeRange(schema.minLength, schema.maxLength, 'characters'),
    describeRange(schema.minimum, schema.maximum, ''),
    describeRange(schema.minItems, schema.maxItems, 'items'),
  ].filter((note) => note !== undefined)
  if (schema.pattern !== undefined) notes.push(`matches \`${schema.pattern}\``)
  const allowed = schema.enum ?? schema.items?.enum
  if (allowed !== undefined) notes.push(`one of ${allowed.map((value) => `\`${String(value)}\``).join(', ')}`)
  if (schema.const !== undefined) notes.push(`always \`${JSON.stringify(schema.const)}\``)
  if (schema.default !== undefined) notes.push(`default \`${JSON.stringify(schema.default)}\``)
  return notes
}

function describeRange(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  const suffix = unit === '' ? '' : ` ${unit}`
  if (min !== undefined && max !== undefined) return `${count(min)} to ${count(max)}${suffix}`
  if (min === 1 && unit !== '') return 'not empty'
  if (min !== undefined) return `at least ${count(min)}${suffix}`
  return max === undefined ? undefined : `at most ${count(max)}${suffix}`
}

function count(value: number): string {
  return value.toLocaleString('en')
}
