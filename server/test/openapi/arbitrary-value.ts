import fc from 'fast-check'
import type { JsonSchema } from '#http/openapi/open-api-document.ts'

/** Values that a schema without references allows. */
export function arbitraryValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(arbitraryValue))
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 1) return fc.oneof(...types.map((type) => arbitraryValue({ ...schema, type })))
  switch (types[0]) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return arbitraryInteger(schema)
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'string':
      return arbitraryText(schema)
    case 'array':
      return fc.array(arbitraryValue(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'object':
      return arbitraryObject(schema)
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

function arbitraryInteger({
  minimum = -1_000_000,
  maximum = 1_000_000_000,
}: JsonSchema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 200) }),
    fc.constantFrom(minimum, maximum),
  )
}

const MAX_TEXT = 3_000

function arbitraryText(schema: JsonSchema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength, pattern, format, examples = [] } = schema
  const samples = examples.map(String)
  const choices: fc.Arbitrary<string>[] = samples.length > 0 ? [fc.constantFrom(...samples)] : []
  if (pattern !== undefined) choices.push(fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 20 }))
  else if (format === 'uuid') choices.push(fc.uuid())
  else if (format === 'date-time')
    choices.push(fc.date({ noInvalidDate: true }).map((date) => date.toISOString()))
  else {
    choices.push(fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength ?? 40, 40) }))
    if (maxLength !== undefined && maxLength <= MAX_TEXT) choices.push(fc.constant('m'.repeat(maxLength)))
  }
  return fc.oneof(...choices)
}

function arbitraryObject(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, arbitraryValue(property)]),
  )
  const known = fc.record(model, { requiredKeys: [...required] })
  if (additionalProperties === undefined || additionalProperties === false) return known
  const values =
    additionalProperties === true ? fc.jsonValue({ maxDepth: 2 }) : arbitraryValue(additionalProperties)
  const others = fc.dictionary(fc.string({ maxLength: 10 }), values, { maxKeys: 3 })
  return fc.tuple(others, known).map(([extra, own]) => ({ ...extra, ...own }))
}

/** Texts that often break programs. */
export function oddText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '\u0000',
      'a\u0000b',
      '\ud800',
      '\u202e',
      '\r\n',
      '0',
      '-1',
      '1.5',
      '1e3',
      '+1',
      ' 1',
      '9007199254740993',
      '99999999999999999999',
      'NaN',
      'null',
      'true',
      '[]',
      '%',
      '_',
      "'; drop table workflows; --",
      '{{ input }}',
      '${7*7}',
      '2026-02-30',
      '2026-01-31T25:00:00Z',
      '0000-01-01',
      '+275760-09-14T00:00:00Z',
      'javascript:alert(1)',
      'http://user:password@example.com/',
      'http://[::1',
      'toString',
      'hasOwnProperty',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constant('x'.repeat(1_025)),
  )
}

function oddValue(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, -0, 2 ** 53, [], {}, [null], [[]], { a: null }),
    oddText(),
    fc.constant('y'.repeat(70_000)),
    fc.constant(Array.from({ length: 600 }, () => ({ name: 'same', type: 'text' }))),
  )
}

type Change =
  | { readonly kind: 'replace'; readonly value: unknown }
  | { readonly kind: 'add'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'drop' }

function arbitraryChange(): fc.Arbitrary<Change> {
  return fc.oneof(
    fc.record({ kind: fc.constant('replace' as const), value: oddValue() }),
    fc.record({
      kind: fc.constant('add' as const),
      name: fc.oneof(
        fc.constantFrom('id', 'created_at', 'account_id', '__proto__', 'constructor', ''),
        oddText(),
      ),
      value: oddValue(),
    }),
    fc.record({ kind: fc.constant('drop' as const) }),
  )
}

/** A valid value with one change at any depth. */
export function nearlyValid(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(valid, fc.nat(1_000), arbitraryChange()).map(([value, path, change]) => {
    const holder = { value: structuredClone(value) }
    const paths = listSlots(holder)
    const chosen = paths[path % paths.length]
    if (chosen !== undefined) apply(change, chosen.holder, chosen.member)
    return holder.value
  })
}

interface Location {
  readonly holder: Record<string, unknown>
  readonly member: string
}

function listSlots(holder: object): Location[] {
  return Object.entries(holder).flatMap(([member, value]: [string, unknown]) => [
    { holder: holder as Record<string, unknown>, member },
    ...(typeof value === 'object' && value !== null ? listSlots(value) : []),
  ])
}

function apply(change: Change, holder: Record<string, unknown>, member: string): void {
  const current = holder[member]
  if (change.kind === 'replace') holder[member] = change.value
  else if (change.kind === 'add' && Array.isArray(current)) current.push(change.value)
  else if (change.kind === 'add' && typeof current === 'object' && current !== null) {
    // As a plain member: `__proto__ = …` would change the prototype instead of the body.
    Object.defineProperty(current, change.name, { value: change.value, enumerable: true, configurable: true })
  } else if (Array.isArray(holder)) holder.splice(Number(member), 1)
  else delete holder[member]
}
