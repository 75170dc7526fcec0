import type { FieldPatterns } from '../forms/field-patterns.ts'
import { isEqualJson } from '../shared/is-equal-json.ts'
import { isJsonObject, type JsonObject, type JsonValue, nameJsonType } from '../shared/json.ts'
import { measureJson } from '../shared/json-size.ts'
import { searchPattern } from './check-schema.ts'
import { findFormatProblem } from './text-formats.ts'
import { REFERENCE } from './schema-keywords.ts'

export interface InputProblem {
  /** Such as `customer.emails[0]`; empty for the input itself. */
  readonly path: string
  /** Completes a sentence about that value. */
  readonly message: string
}

/** Checking takes a few ten milliseconds at most: a value and a schema for it count 1. */
const MAX_STEPS = 100_000
const MAX_PROBLEMS = 100
/** Characters that are compared for one step. */
const STEP_SIZE = 32

/** Finds everything about an input that its schema does not allow. The schema has passed `checkInputSchema`. */
export function checkInput(
  schema: JsonObject,
  input: JsonObject,
  patterns: FieldPatterns,
): readonly InputProblem[] {
  const check = new InputCheck(schema, patterns)
  try {
    return [...check.find(schema, input, '')].slice(0, MAX_PROBLEMS)
  } catch (error) {
    if (error instanceof TooMuch) return [{ path: '', message: error.message }]
    throw error
  }
}

class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

class InputCheck {
  readonly #definitions: JsonObject
  readonly #patterns: FieldPatterns
  #steps = 0

  constructor({ $defs }: JsonObject, patterns: FieldPatterns) {
    this.#definitions = isJsonObject($defs) ? $defs : {}
    this.#patterns = patterns
  }

  find(schema: JsonValue, value: JsonValue, path: string): readonly InputProblem[] {
    this.#charge(1)
    if (schema === false) return [{ path, message: 'is not allowed' }]
    if (!isJsonObject(schema)) return []
    const wrongType = checkType(schema, value)
    // Anything else that it violates follows from that.
    if (wrongType !== undefined) return [{ path, message: wrongType }]
    const problems: InputProblem[] = []
    const report = (message: string | undefined) => {
      if (message !== undefined) problems.push({ path, message })
    }
    const { $ref } = schema
    if (typeof $ref === 'string') {
      problems.push(...this.find(this.#definitions[REFERENCE.exec($ref)?.[1] ?? ''] ?? true, value, path))
    }
    report(this.#checkChoices(schema, value))
    if (typeof value === 'string') report(this.#checkText(schema, value))
    else if (typeof value === 'number') report(checkNumber(schema, value))
    else if (Array.isArray(value))
      problems.push(...this.#findInList(schema, value as readonly JsonValue[], path))
    else if (isJsonObject(value)) problems.push(...this.#findInObject(schema, value, path))
    problems.push(...this.#findInAlternatives(schema, value, path))
    return problems
  }

  #checkChoices({ enum: choices, const: only }: JsonObject, value: JsonValue): string | undefined {
    if (choices === undefined && only === undefined) return undefined
    const allowed = (choices ?? [only]) as readonly JsonValue[]
    this.#charge(Math.ceil(measureJson(allowed, Number.POSITIVE_INFINITY) / STEP_SIZE))
    if (allowed.some((one) => isEqualJson(one, value))) return undefined
    const shown = allowed.slice(0, 20).map((one) => JSON.stringify(one))
    return allowed.length === 1
      ? `must be ${shown[0] ?? ''}`
      : `must be one of ${shown.join(', ')}${allowed.length > shown.length ? ', …' : ''}`
  }

  #checkText(schema: JsonObject, text: string): string | undefined {
    const { minLength, maxLength, pattern, format } = schema
    if (typeof minLength === 'number' || typeof maxLength === 'number') {
      this.#charge(Math.ceil(text.length / 1_000))
      let length = 0
      for (const _ of text) length += 1
      if (typeof minLength === 'number' && length < minLength)
        return `must have at least ${count(minLength, 'character')}`
      if (typeof maxLength === 'number' && length > maxLength)
        return `must have at most ${count(maxLength, 'character')}`
    }
    if (typeof pattern === 'string') {
      const result = this.#patterns.compare(searchPattern(pattern), text)
      if (result === 'mismatch') return `must match the pattern ${pattern}`
      if (result !== 'match') return `cannot be compared with its pattern: ${result.problem}`
    }
    return typeof format === 'string' ? findFormatProblem(format, text) : undefined
  }

  #findInList(schema: JsonObject, list: readonly JsonValue[], path: string): readonly InputProblem[] {
    const { items, minItems, maxItems, uniqueItems } = schema
    if (typeof minItems === 'number' && list.length < minItems) {
      return [{ path, message: `must have at least ${count(minItems, 'item')}` }]
    }
    if (typeof maxItems === 'number' && list.length > maxItems) {
      return [{ path, message: `must have at most ${count(maxItems, 'item')}` }]
    }
    const repeated = uniqueItems === true ? this.#findRepeated(list) : undefined
    if (repeated !== undefined) {
      return [{ path: `${path}[${repeated}]`, message: 'repeats an earlier item' }]
    }
    if (items === undefined || items === true) return []
    const problems: InputProblem[] = []
    for (const [index, item] of list.entries()) {
      problems.push(...this.find(items, item, `${path}[${index}]`))
      if (problems.length >= MAX_PROBLEMS) break
    }
    return problems
  }

  #findRepeated(list: readonly JsonValue[]): number | undefined {
    const seen = new Set<string>()
    for (const [index, item] of list.entries()) {
      this.#charge(1 + Math.ceil(measureJson(item, Number.POSITIVE_INFINITY) / STEP_SIZE))
      const text = JSON.stringify(sortKeys(item))
      if (seen.has(text)) return index
      seen.add(text)
    }
    return undefined
  }

  #findInObject(schema: JsonObject, value: JsonObject, path: string): readonly InputProblem[] {
    const { properties, required, additionalProperties, minProperties, maxProperties } = schema
    const known = isJsonObject(properties) ? properties : {}
    const names = Object.keys(value)
    const problems: InputProblem[] = []
    const at = (name: string) => (path === '' ? name : `${path}.${name}`)
    for (const name of (required ?? []) as readonly string[]) {
      this.#charge(1)
      if (!Object.hasOwn(value, name)) problems.push({ path: at(name), message: 'is missing' })
    }
    for (const name of names) {
      if (problems.length >= MAX_PROBLEMS) break
      this.#charge(1)
      const member = value[name] ?? null
      if (Object.hasOwn(known, name)) problems.push(...this.find(known[name] ?? true, member, at(name)))
      else if (additionalProperties === false)
        problems.push({ path: at(name), message: 'is not a known field' })
      else if (additionalProperties !== undefined)
        problems.push(...this.find(additionalProperties, member, at(name)))
    }
    if (typeof minProperties === 'number' && names.length < minProperties) {
      problems.push({ path, message: `must have at least ${count(minProperties, 'field')}` })
    }
    if (typeof maxProperties === 'number' && names.length > maxProperties) {
      problems.push({ path, message: `must have at most ${count(maxProperties, 'field')}` })
    }
    return problems
  }

  #findInAlternatives(schema: JsonObject, value: JsonValue, path: string): readonly InputProblem[] {
    const { anyOf, oneOf, allOf, not } = schema
    const problems = ((allOf ?? []) as readonly JsonValue[]).flatMap((one) => this.find(one, value, path))
    if (Array.isArray(anyOf)) problems.push(...this.#findInAny(anyOf as readonly JsonValue[], value, path))
    if (Array.isArray(oneOf)) {
      const fitting = (oneOf as readonly JsonValue[]).filter(
        (one) => this.find(one, value, path).length === 0,
      )
      if (fitting.length > 1)
        problems.push({ path, message: 'fits several of the alternatives, but must fit one' })
      else if (fitting.length === 0) {
        problems.push(...this.#findInAny(oneOf as readonly JsonValue[], value, path))
      }
    }
    if (not !== undefined && this.find(not, value, path).length === 0) {
      problems.push({ path, message: 'has a value that is not allowed' })
    }
    return problems
  }

  /** Of several alternatives that do not fit, the one with the fewest problems is most likely the one that was meant. */
  #findInAny(alternatives: readonly JsonValue[], value: JsonValue, path: string): readonly InputProblem[] {
    let nearest: readonly InputProblem[] | undefined
    for (const alternative of alternatives) {
      const problems = this.find(alternative, value, path)
      if (problems.length === 0) return []
      if (nearest === undefined || problems.length < nearest.length) nearest = problems
    }
    return nearest ?? []
  }

  #charge(steps: number): void {
    this.#steps += steps
    if (this.#steps > MAX_STEPS) throw new TooMuch('is too large for its schema: checking it takes too long')
  }
}

function checkType({ type }: JsonObject, value: JsonValue): string | undefined {
  if (type === undefined) return undefined
  const types = (Array.isArray(type) ? type : [type]) as readonly string[]
  const actual = nameOf(value)
  const fits = (one: string) => one === actual || (one === 'integer' && Number.isInteger(value))
  if (types.some(fits)) return undefined
  const wanted = types.map((one) => NAMES[one] ?? one)
  return `must be ${wanted.join(' or ')}, not ${nameJsonType(value)}`
}

const NAMES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
}

function nameOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function checkNumber(schema: JsonObject, value: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (typeof minimum === 'number' && value < minimum) return `must be at least ${minimum}`
  if (typeof maximum === 'number' && value > maximum) return `must be at most ${maximum}`
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    return `must be above ${exclusiveMinimum}`
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    return `must be below ${exclusiveMaximum}`
  if (typeof multipleOf === 'number' && !isMultiple(value, multipleOf))
    return `must be a multiple of ${multipleOf}`
  return undefined
}

/** 0.3 is a multiple of 0.1, although the quotient of the binary numbers is not whole. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient))
}

function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((one: JsonValue) => sortKeys(one))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, member]): [string, JsonValue] => [
    key,
    sortKeys(member ?? null),
  ])
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
