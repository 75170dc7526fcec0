import type { TSchema } from 'typebox'
import type { Validator } from 'typebox/compile'
import { compileSchema, MAX_SCHEMA_ERRORS } from './compile-schema.ts'

/** One failed keyword, as TypeBox reports it. */
export interface SchemaError {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly params: object
  readonly message: string
}

/**
 * The errors of a value that a validator refuses, as it would report them. The validator itself reads the whole value for that, a hundred
 * times as slowly as it checks it, and a value of a megabyte would keep everybody else waiting. Here the entries and members are
 * checked, and only those that are wrong are read. Of an array that is too long, the entries are not looked at.
 */
export function findErrors(validator: Validator, value: unknown): readonly SchemaError[] {
  const errors: SchemaError[] = []
  collect({ schema: validator.Type(), schemaPath: '#', instancePath: '' }, value, errors)
  return errors.slice(0, MAX_SCHEMA_ERRORS)
}

/** The members of a schema that matter here. */
interface Schema extends TSchema {
  readonly type?: unknown
  readonly items?: Schema
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

interface Location {
  readonly schema: Schema
  readonly schemaPath: string
  readonly instancePath: string
}

function collect(location: Location, value: unknown, errors: SchemaError[]): void {
  const { schema, schemaPath, instancePath } = location
  const isArray = Array.isArray(value) && isListed(schema)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && hasMembers(schema)
  const report = (checked: TSchema) => {
    for (const error of compileSchema(checked).Errors(value)) {
      errors.push({
        ...error,
        schemaPath: schemaPath + error.schemaPath.slice(1),
        instancePath: instancePath + error.instancePath,
      })
    }
  }
  if (!isArray && !isObject) return report(schema)
  const before = errors.length
  report(withoutParts(schema))
  if (isArray) collectEntries(location, value, errors)
  else collectMembers(location, value as Record<string, unknown>, errors)
  // What is left is a refinement, which is tried last.
  if (errors.length === before) report(schema)
}

function collectEntries({ schema, ...location }: Location, value: unknown[], errors: SchemaError[]): void {
  const { items, maxItems = Infinity } = schema
  if (items === undefined || value.length > maxItems) return
  const validator = compileSchema(items)
  for (const [index, entry] of value.entries()) {
    if (errors.length >= MAX_SCHEMA_ERRORS) return
    if (validator.Check(entry)) continue
    collect(
      {
        schema: items,
        schemaPath: `${location.schemaPath}/items`,
        instancePath: `${location.instancePath}/${index}`,
      },
      entry,
      errors,
    )
  }
}

function collectMembers(
  { schema, ...location }: Location,
  value: Record<string, unknown>,
  errors: SchemaError[],
): void {
  const [[pattern, anyMember] = []] = Object.entries(schema.patternProperties ?? {})
  for (const [key, member] of Object.entries(value)) {
    if (errors.length >= MAX_SCHEMA_ERRORS) return
    const known = ownMember(schema.properties, key)
    const part = known ?? anyMember
    if (part === undefined || compileSchema(part).Check(member)) continue
    const step =
      known === undefined ? `patternProperties/${escaped(pattern ?? '')}` : `properties/${escaped(key)}`
    collect(
      {
        schema: part,
        schemaPath: `${location.schemaPath}/${step}`,
        instancePath: `${location.instancePath}/${escaped(key)}`,
      },
      member,
      errors,
    )
  }
}

/** Keywords that apply to the value as a whole, beside its type: its parts cannot be checked one by one then. */
const WHOLE = ['anyOf', 'allOf', 'oneOf', 'not', 'if', '$ref', '$defs']
const ANY_NAME = '^.*$'

function isListed(schema: Schema): boolean {
  return schema.type === 'array' && typeof schema.items === 'object' && isPlain(schema)
}

function hasMembers(schema: Schema): boolean {
  const patterns = Object.keys(schema.patternProperties ?? {})
  const isRecord = patterns.length === 1 && patterns[0] === ANY_NAME && schema.properties === undefined
  return schema.type === 'object' && (isRecord || patterns.length === 0) && isPlain(schema)
}

function isPlain(schema: Schema): boolean {
  return !WHOLE.some((keyword) => Object.hasOwn(schema, keyword))
}

const remaining = new WeakMap<TSchema, TSchema>()

/** The schema of the value alone: its entries and members may be anything. */
function withoutParts(schema: Schema): TSchema {
  const known = remaining.get(schema)
  if (known !== undefined) return known
  const kept = Object.getOwnPropertyDescriptors(schema) as Record<string, PropertyDescriptor>
  delete kept['items']
  // A plain schema, without what TypeBox knows of its parts.
  delete kept['~kind']
  delete kept['~refine']
  if (schema.patternProperties !== undefined) {
    // The pattern fits all names, so that none is additional.
    delete kept['patternProperties']
    delete kept['additionalProperties']
  }
  if (schema.properties !== undefined) {
    const anything = Object.fromEntries(Object.keys(schema.properties).map((name) => [name, {}]))
    kept['properties'] = { ...kept['properties'], value: anything }
  }
  const alone: TSchema = Object.defineProperties({}, kept)
  remaining.set(schema, alone)
  return alone
}

function ownMember(members: Schema['properties'], key: string): Schema | undefined {
  return members !== undefined && Object.hasOwn(members, key) ? members[key] : undefined
}

/** A step of a JSON pointer. */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
