/** Decides which control each parameter of a node gets, from the JSON Schema of its type. */
import type { JsonValue } from '../../../graph/types.ts'

/** The keywords of JSON Schema that forms use, and the hints of node types. */
export interface ParameterSchema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly default?: JsonValue
  readonly examples?: readonly JsonValue[]
  readonly enum?: readonly JsonValue[]
  readonly const?: JsonValue
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly items?: ParameterSchema
  readonly properties?: Readonly<Record<string, ParameterSchema>>
  readonly patternProperties?: Readonly<Record<string, ParameterSchema>>
  readonly additionalProperties?: boolean | ParameterSchema
  readonly required?: readonly string[]
  readonly anyOf?: readonly ParameterSchema[]
  readonly oneOf?: readonly ParameterSchema[]
  /** What kind of text it is, beyond `format`: `multiline`, `cron`, `workflow-id` and so on. */
  readonly 'x-format'?: string
  /** Applies only while another parameter has one of these values; `true`: while it is set. */
  readonly 'x-when'?: Readonly<Record<string, readonly JsonValue[] | true>>
  /** Offered by "Add option" even while it applies: most nodes do without it. */
  readonly 'x-folded'?: boolean
  /** An alternative to another parameter: only one of the two can be set. */
  readonly 'x-instead-of'?: string
}

export type ControlKind =
  | 'text'
  | 'long-text'
  | 'number'
  | 'boolean'
  | 'enum'
  | 'list'
  | 'map'
  | 'object'
  | 'any'
  | 'code'
  | 'sql'
  | 'cron'
  | 'timezone'
  | 'date-time'
  | 'workflow'
  | 'form'
  | 'integration'
  | 'integration-type'
  | 'action'
  | 'action-parameters'

/** `literal`: never evaluated. `condition`: an expression without brackets. `template`: a text that can contain `{{ }}`. */
export type FieldMode = 'literal' | 'condition' | 'template'

export interface ParameterField {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly schema: ParameterSchema
  readonly control: ControlKind
  readonly mode: FieldMode
  readonly isRequired: boolean
  /** The path in `conditions` and `literals`, such as `cases[].condition`. */
  readonly rulePath: string
}

interface ExpressionRules {
  readonly conditions: readonly string[]
  readonly literals: readonly string[]
}

const formats: Readonly<Record<string, ControlKind>> = {
  multiline: 'long-text',
  html: 'long-text',
  markdown: 'long-text',
  code: 'code',
  sql: 'sql',
  cron: 'cron',
  timezone: 'timezone',
  'date-time': 'date-time',
  'workflow-id': 'workflow',
  'form-id': 'form',
  'integration-id': 'integration',
  'integration-type': 'integration-type',
  'integration-action': 'action',
  'action-parameters': 'action-parameters',
}

/** Texts above this length get a field of several lines. */
const LONG_TEXT = 2_000

export function controlOf(schema: ParameterSchema): ControlKind {
  const format = schema['x-format'] ?? schema.format
  const byFormat = format === undefined ? undefined : formats[format]
  if (byFormat !== undefined) return byFormat
  if (optionsOf(schema) !== undefined) return 'enum'
  const type = typeOf(schema)
  switch (type) {
    case 'string':
      return schema.maxLength !== undefined && schema.maxLength > LONG_TEXT && format !== 'url'
        ? 'long-text'
        : 'text'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'array':
      return 'list'
    case 'object':
      return hasProperties(schema) ? 'object' : 'map'
    default:
      return 'any'
  }
}

function typeOf({ type, anyOf, oneOf }: ParameterSchema): string | undefined {
  if (typeof type === 'string') return type
  const types = new Set(
    (type ?? (anyOf ?? oneOf ?? []).map((one) => typeOf(one))).filter((one) => one !== 'null'),
  )
  return types.size === 1 ? [...types][0] : undefined
}

function hasProperties({ properties }: ParameterSchema): boolean {
  return properties !== undefined && Object.keys(properties).length > 0
}

/** The values that an enum allows. TypeBox writes a union of literals as `anyOf` with `const`. */
export function optionsOf({ enum: values, anyOf, oneOf }: ParameterSchema): readonly JsonValue[] | undefined {
  if (values !== undefined) return values
  const variants = anyOf ?? oneOf
  if (variants === undefined || variants.length === 0) return undefined
  return variants.every((one) => one.const !== undefined)
    ? variants.map((one) => one.const as JsonValue)
    : undefined
}

/** The fields of an object schema, in the order of the schema. */
export function fieldsOf(
  schema: ParameterSchema,
  rules: ExpressionRules,
  parentPath = '',
  parentMode: FieldMode = 'template',
): readonly ParameterField[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const rulePath = parentPath === '' ? name : `${parentPath}.${name}`
    return {
      name,
      title: property.title ?? titleOf(name),
      description: property.description ?? '',
      schema: property,
      control: controlOf(property),
      mode: modeOf(rulePath, rules, parentMode),
      isRequired: required.has(name),
      rulePath,
    }
  })
}

export function modeOf(
  rulePath: string,
  { conditions, literals }: ExpressionRules,
  parent: FieldMode,
): FieldMode {
  if (conditions.includes(rulePath)) return 'condition'
  return parent === 'literal' || literals.includes(rulePath) ? 'literal' : 'template'
}

/** `api_key_header` → `Api key header`, for schemas without titles. */
export function titleOf(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Values = Readonly<Record<string, JsonValue>>

/** Whether a field makes sense with the other values. An expression can have any value, so it rules nothing out. */
export function applies(
  { schema }: ParameterField,
  data: Values,
  siblings: readonly ParameterField[],
): boolean {
  return Object.entries(schema['x-when'] ?? {}).every(([name, allowed]) => {
    const value = data[name] ?? siblings.find((one) => one.name === name)?.schema.default
    if (allowed === true) return value !== undefined && value !== null && value !== ''
    return (typeof value === 'string' && value.includes('{{')) || allowed.includes(value ?? null)
  })
}

export interface ArrangedFields {
  /** Shown, in order. */
  readonly shown: readonly ParameterField[]
  /** Optional ones that are not set: offered by "Add option". */
  readonly folded: readonly ParameterField[]
  /** Members of the value that the schema does not have. */
  readonly unknown: readonly string[]
}

interface Arrangement {
  /** The parameters of a typical node: shown even if they are not set. */
  readonly typical: readonly string[]
  /** Optional fields that the user has added in this view. */
  readonly added: ReadonlySet<string>
}

/** Everything that must or is likely to be set is shown; the rest is folded away. */
export function arrange(
  fields: readonly ParameterField[],
  data: Values,
  { typical, added }: Arrangement,
): ArrangedFields {
  const isSet = (name: string) => data[name] !== undefined
  const shown: ParameterField[] = []
  const folded: ParameterField[] = []
  for (const field of fields) {
    const other = field.schema['x-instead-of']
    const rival = other ?? fields.find((one) => one.schema['x-instead-of'] === field.name)?.name
    const isReplaced = rival !== undefined && (isSet(rival) || added.has(rival)) && !isSet(field.name)
    const isApplicable = applies(field, data, fields)
    if (!isApplicable && !isSet(field.name)) continue
    const isDependent = field.schema['x-when'] !== undefined && field.schema['x-folded'] !== true
    const isExpected =
      field.isRequired || isDependent || (typical.includes(field.name) && other === undefined)
    const isCalm = field.control !== 'object'
    if (
      isSet(field.name) ||
      (!isReplaced && (added.has(field.name) || (isExpected && isCalm) || field.isRequired))
    )
      shown.push(field)
    else folded.push(field)
  }
  const known = new Set(fields.map(({ name }) => name))
  return { shown, folded, unknown: Object.keys(data).filter((name) => !known.has(name)) }
}

/** The sentence of a description that explains one option: "`json`: sent as JSON." */
export function explainOption(description: string, option: JsonValue): string | undefined {
  const name = typeof option === 'string' ? option : JSON.stringify(option)
  const start = description.indexOf(`\`${name}\`: `)
  if (start === -1) return undefined
  const text = description.slice(start + name.length + 4)
  const end = text.search(/\s`[^`]+`: /)
  const sentence = (end === -1 ? text : text.slice(0, end)).trim()
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** A problem of a fixed value; expressions are checked by the compiler. Undefined if there is none. */
export type FieldProblem =
  | { readonly kind: 'required' }
  | { readonly kind: 'minimum'; readonly limit: number }
  | { readonly kind: 'maximum'; readonly limit: number }
  | { readonly kind: 'long'; readonly limit: number }
  | { readonly kind: 'short'; readonly limit: number }
  | { readonly kind: 'integer' }

export function validate(
  { schema, isRequired }: ParameterField,
  value: JsonValue | undefined,
): FieldProblem | undefined {
  if (value === undefined || value === '') return isRequired ? { kind: 'required' } : undefined
  if (typeof value === 'string') {
    if (value.includes('{{')) return undefined
    if (schema.maxLength !== undefined && value.length > schema.maxLength)
      return { kind: 'long', limit: schema.maxLength }
    return schema.minLength !== undefined && value.length < schema.minLength
      ? { kind: 'short', limit: schema.minLength }
      : undefined
  }
  if (typeof value !== 'number') return undefined
  if (schema.type === 'integer' && !Number.isInteger(value)) return { kind: 'integer' }
  if (schema.minimum !== undefined && value < schema.minimum)
    return { kind: 'minimum', limit: schema.minimum }
  return schema.maximum !== undefined && value > schema.maximum
    ? { kind: 'maximum', limit: schema.maximum }
    : undefined
}

/** A text whose value is computed: shown in an expression field, whatever the control of the parameter is. */
export function isComputed(
  value: JsonValue | undefined,
  mode: FieldMode,
  control: ControlKind,
): value is string {
  if (typeof value !== 'string' || mode === 'literal') return false
  if (mode === 'condition') return true
  return value.includes('{{') || ['number', 'boolean', 'list', 'map', 'object'].includes(control)
}
