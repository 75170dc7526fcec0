import { describe, expect, it } from 'vitest'
import {
  applies,
  arrange,
  controlOf,
  explainOption,
  fieldsOf,
  isComputed,
  type ParameterSchema,
  validate,
} from './schema-fields.ts'

const noRules = { conditions: [], literals: [] }

describe('the control of a parameter', () => {
  const cases: readonly [string, ParameterSchema, string][] = [
    ['a text', { type: 'string' }, 'text'],
    ['a long text', { type: 'string', maxLength: 10_000 }, 'long-text'],
    ['a text that is marked as multiline', { type: 'string', 'x-format': 'multiline' }, 'long-text'],
    ['a URL, however long', { type: 'string', maxLength: 8192, 'x-format': 'url' }, 'text'],
    ['a number', { type: 'integer' }, 'number'],
    ['a boolean', { type: 'boolean' }, 'boolean'],
    ['an enum', { enum: ['a', 'b'] }, 'enum'],
    ['a union of literals', { anyOf: [{ const: 'a' }, { const: 'b' }] }, 'enum'],
    ['a union with null', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text'],
    ['a union of types', { anyOf: [{ type: 'string' }, { type: 'number' }] }, 'any'],
    ['a list', { type: 'array', items: { type: 'string' } }, 'list'],
    ['an object with properties', { type: 'object', properties: { a: {} } }, 'object'],
    ['an object with any members', { type: 'object', patternProperties: { '^.*$': {} } }, 'map'],
    ['no type at all', {}, 'any'],
    ['a cron expression', { 'x-format': 'cron' }, 'cron'],
    ['the id of a workflow', { type: 'string', 'x-format': 'workflow-id' }, 'workflow'],
  ]
  it.each(cases)('For %s', (_, schema, control) => {
    expect(controlOf(schema)).toBe(control)
  })

  it('Conditions and literals are known by their path, in lists too', () => {
    const schema: ParameterSchema = { properties: { name: {}, condition: {} } }
    const rules = { conditions: ['cases[].condition'], literals: ['cases[].name'] }
    expect(fieldsOf(schema, rules, 'cases[]').map(({ mode }) => mode)).toEqual(['literal', 'condition'])
  })

  it('What is inside of a literal parameter is literal too', () => {
    const [field] = fieldsOf({ properties: { limit: {} } }, noRules, 'concurrency', 'literal')
    expect(field?.mode).toBe('literal')
  })

  it('Only texts with an expression are computed, unless the control is for another type', () => {
    expect(isComputed('{{ 1 }}', 'template', 'number')).toBe(true)
    expect(isComputed('plain', 'template', 'enum')).toBe(false)
    expect(isComputed('input.a > 1', 'condition', 'boolean')).toBe(true)
    expect(isComputed('{{ 1 }}', 'literal', 'text')).toBe(false)
    expect(isComputed(5, 'template', 'number')).toBe(false)
  })
})

describe('the arrangement of fields', () => {
  const schema: ParameterSchema = {
    required: ['for'],
    properties: {
      for: { enum: ['event', 'approval'] },
      event: { type: 'string', 'x-when': { for: ['event'] } },
      message: { type: 'string', 'x-when': { for: ['approval'] } },
      seconds: {},
      until: { 'x-instead-of': 'seconds' },
      concurrency: { type: 'object', properties: { limit: {} } },
      level: { enum: ['info'], default: 'info' },
    },
  }
  const fields = fieldsOf(schema, noRules)
  const names = (data: Record<string, string | number>, added: readonly string[] = []) => {
    const { shown, folded, unknown } = arrange(fields, data, {
      typical: ['seconds', 'concurrency'],
      added: new Set(added),
    })
    return { shown: shown.map(({ name }) => name), folded: folded.map(({ name }) => name), unknown }
  }

  it('Required, typical and applicable fields are shown; other optional ones are folded', () => {
    expect(names({ for: 'event' })).toEqual({
      shown: ['for', 'event', 'seconds'],
      folded: ['until', 'concurrency', 'level'],
      unknown: [],
    })
  })

  it('A field that does not apply is shown if it is set, so that nothing is hidden', () => {
    expect(names({ for: 'event', message: 'hi' }).shown).toContain('message')
    expect(names({ for: 'event' }).folded).not.toContain('message')
  })

  it('An expression can have any value, so fields that depend on it are shown', () => {
    expect(names({ for: '{{ input.kind }}' }).shown).toEqual(expect.arrayContaining(['event', 'message']))
  })

  it('Of two alternatives only the one in use is shown', () => {
    expect(names({ for: 'event', until: '2026-01-01' }).shown).toContain('until')
    expect(names({ for: 'event', until: '2026-01-01' }).shown).not.toContain('seconds')
    expect(names({ for: 'event' }, ['until']).shown).not.toContain('seconds')
  })

  it('Unknown parameters are listed', () => {
    expect(names({ for: 'event', ulr: 'x' }).unknown).toEqual(['ulr'])
  })

  it('A dependency on a default value applies', () => {
    const [field] = fieldsOf({ properties: { a: { 'x-when': { level: ['info'] } } } }, noRules)
    expect(field !== undefined && applies(field, {}, fields)).toBe(true)
  })
})

describe('validation', () => {
  const [field] = fieldsOf(
    { required: ['n'], properties: { n: { type: 'integer', minimum: 1, maximum: 5 } } },
    noRules,
  )
  if (field === undefined) throw new Error('The schema has one field.')

  it('A required field must not be empty', () => {
    expect(validate(field, undefined)).toEqual({ kind: 'required' })
    expect(validate({ ...field, isRequired: false }, undefined)).toBeUndefined()
  })

  it('Limits hold for fixed values, not for expressions', () => {
    expect(validate(field, 6)).toEqual({ kind: 'maximum', limit: 5 })
    expect(validate(field, 0)).toEqual({ kind: 'minimum', limit: 1 })
    expect(validate(field, 1.5)).toEqual({ kind: 'integer' })
    expect(validate(field, '{{ input.n }}')).toBeUndefined()
  })
})

describe('the explanation of an option', () => {
  const description =
    '`json`: sent as JSON. `form`: an object, sent as a form. By default, a string is sent unchanged.'

  it('Is the sentence behind its name', () => {
    expect(explainOption(description, 'json')).toBe('Sent as JSON.')
    expect(explainOption(description, 'xml')).toBeUndefined()
  })
})
