import type { FieldPatterns } from '../forms/field-patterns.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json.ts'
import { measureJson } from '../shared/json-size.ts'
import {
  JSON_TYPES,
  KEYWORDS,
  NUMBERS,
  ONE_SCHEMA,
  REFERENCE,
  SCHEMA_LISTS,
  SCHEMA_MAPS,
  WHOLE_NUMBERS,
} from './schema-keywords.ts'

export interface SchemaProblem {
  /** Where in the schema, such as `properties.email.pattern`; empty for the whole. */
  readonly path: string
  /** Completes a sentence about that part. */
  readonly message: string
}

const SCHEMA_LIMITS = { size: 64 * 1024, schemas: 1_000, depth: 20 } as const
/** Further problems would not be read. */
const MAX_PROBLEMS = 50

/** Finds everything that keeps a JSON Schema from being used to check inputs. */
export function checkInputSchema(
  schema: JsonValue,
  patterns: Pick<FieldPatterns, 'findProblem'>,
): readonly SchemaProblem[] {
  if (measureJson(schema, SCHEMA_LIMITS.size) > SCHEMA_LIMITS.size) {
    return [{ path: '', message: `is larger than ${SCHEMA_LIMITS.size} bytes` }]
  }
  if (!isJsonObject(schema)) return [{ path: '', message: 'must be a JSON Schema: an object' }]
  const check = new SchemaCheck(schema, patterns)
  check.visit(schema, '', 0)
  if (check.problems.length === 0 && !mayBeObject(schema)) {
    check.report('type', 'must be `object`, because the input of a run is always an object')
  }
  if (check.problems.length === 0) check.findEndlessReferences()
  return check.problems.slice(0, MAX_PROBLEMS)
}

function mayBeObject({ type }: JsonObject): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))
}

class SchemaCheck {
  readonly problems: SchemaProblem[] = []
  readonly #definitions: JsonObject
  readonly #patterns: Pick<FieldPatterns, 'findProblem'>
  #schemas = 0

  constructor({ $defs }: JsonObject, patterns: Pick<FieldPatterns, 'findProblem'>) {
    this.#definitions = isJsonObject($defs) ? $defs : {}
    this.#patterns = patterns
  }

  report(path: string, message: string): void {
    this.problems.push({ path, message })
  }

  visit(schema: JsonValue, path: string, depth: number): void {
    if (this.problems.length >= MAX_PROBLEMS) return
    if (typeof schema === 'boolean') return
    if (!isJsonObject(schema)) return this.report(path, 'must be a schema: an object, true or false')
    this.#schemas += 1
    if (this.#schemas === SCHEMA_LIMITS.schemas + 1) {
      this.report(path, `is one of more than ${SCHEMA_LIMITS.schemas} schemas, which takes too long to check`)
    }
    if (depth > SCHEMA_LIMITS.depth) {
      return this.report(path, `is nested more than ${SCHEMA_LIMITS.depth} levels deep`)
    }
    const at = (name: string) => (path === '' ? name : `${path}.${name}`)
    for (const name of Object.keys(schema)) {
      if (!KEYWORDS.includes(name) && !name.startsWith('x-')) {
        this.report(at(name), 'is not a keyword that is supported here, so nothing would check it: remove it')
      }
    }
    this.#checkValues(schema, at)
    for (const name of ONE_SCHEMA)
      if (schema[name] !== undefined) this.visit(schema[name], at(name), depth + 1)
    for (const name of SCHEMA_LISTS) {
      const list = schema[name]
      if (list === undefined) continue
      if (!Array.isArray(list) || list.length === 0) this.report(at(name), 'must be a list of schemas')
      else list.forEach((one: JsonValue, index) => this.visit(one, `${at(name)}[${index}]`, depth + 1))
    }
    for (const name of SCHEMA_MAPS) {
      const map = schema[name]
      if (map === undefined) continue
      if (!isJsonObject(map)) this.report(at(name), 'must be an object of schemas')
      else if (name === '$defs' && path !== '') this.report(at(name), 'belongs at the top of the schema')
      else {
        for (const [key, one] of Object.entries(map)) this.visit(one ?? null, `${at(name)}.${key}`, depth + 1)
      }
    }
  }

  #checkValues(schema: JsonObject, at: (name: string) => string): void {
    const { type, enum: choices, required, uniqueItems, pattern, format, $ref } = schema
    const types: readonly JsonValue[] =
      type === undefined ? [] : Array.isArray(type) ? (type as JsonValue[]) : [type]
    if (
      types.some((one) => !(JSON_TYPES as readonly JsonValue[]).includes(one)) ||
      (Array.isArray(type) && types.length === 0)
    ) {
      this.report(at('type'), `must be one of ${JSON_TYPES.join(', ')}, or a list of them`)
    }
    if (choices !== undefined && (!Array.isArray(choices) || choices.length === 0)) {
      this.report(at('enum'), 'must be a list of values')
    }
    if (required !== undefined && !isTexts(required)) this.report(at('required'), 'must be a list of names')
    if (uniqueItems !== undefined && typeof uniqueItems !== 'boolean') {
      this.report(at('uniqueItems'), 'must be true or false')
    }
    if (format !== undefined && typeof format !== 'string') this.report(at('format'), 'must be a text')
    for (const name of WHOLE_NUMBERS) {
      const value = schema[name]
      if (value !== undefined && !(Number.isInteger(value) && Number(value) >= 0)) {
        this.report(at(name), 'must be a whole number from 0')
      }
    }
    for (const name of NUMBERS) {
      const value = schema[name]
      if (value === undefined) continue
      if (typeof value !== 'number') this.report(at(name), 'must be a number')
      else if (name === 'multipleOf' && value <= 0) this.report(at(name), 'must be above 0')
    }
    if (pattern !== undefined) this.#checkPattern(pattern, at('pattern'))
    if ($ref !== undefined) this.#checkReference($ref, at('$ref'))
  }

  #checkPattern(pattern: JsonValue, path: string): void {
    if (typeof pattern !== 'string') return this.report(path, 'must be a text')
    const problem = this.#patterns.findProblem(pattern) ?? this.#patterns.findProblem(searchPattern(pattern))
    if (problem !== undefined) this.report(path, `cannot be used: ${problem}`)
  }

  #checkReference(reference: JsonValue, path: string): void {
    const name = typeof reference === 'string' ? REFERENCE.exec(reference)?.[1] : undefined
    if (name === undefined)
      return this.report(path, 'must be `#/$defs/NAME`: nothing outside of the schema is read')
    if (!Object.hasOwn(this.#definitions, name))
      this.report(path, `refers to \`$defs.${name}\`, which does not exist`)
  }

  /** A reference that leads to itself without going into a value would be followed forever. */
  findEndlessReferences(): void {
    for (const name of Object.keys(this.#definitions)) {
      if (this.#leadsTo(name, this.#definitions[name] ?? true, new Set())) {
        this.report(`$defs.${name}`, 'refers to itself without end')
      }
    }
  }

  #leadsTo(name: string, schema: JsonValue, seen: Set<JsonValue>): boolean {
    if (!isJsonObject(schema) || seen.has(schema)) return false
    seen.add(schema)
    const target = typeof schema['$ref'] === 'string' ? REFERENCE.exec(schema['$ref'])?.[1] : undefined
    if (target === name) return true
    const next: (JsonValue | undefined)[] = [schema['not'], target && this.#definitions[target]]
    for (const list of SCHEMA_LISTS) next.push(...((schema[list] ?? []) as JsonValue[]))
    return next.some((one) => one !== undefined && this.#leadsTo(name, one, seen))
  }
}

/** Patterns of JSON Schema match anywhere in a text; ours match it as a whole. */
export function searchPattern(pattern: string): string {
  return `(?s:.*)(?:${pattern})(?s:.*)`
}

function isTexts(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
