import { createRequire } from 'node:module'
import type { TSchema } from 'typebox'
import type * as compiler from 'typebox/compile'
import type * as system from 'typebox/system'

/** A validator reports as many errors at most; the rest of the value may have more. */
export const MAX_SCHEMA_ERRORS = 100

const require = createRequire(import.meta.url)
let loaded: typeof compiler | undefined
const compiled = new WeakMap<TSchema, compiler.Validator>()

/**
 * Compiles a schema and caches the result. The compiler is loaded on first use, which saves a fifth of the startup time.
 */
export function compileSchema(schema: TSchema): compiler.Validator {
  const cached = compiled.get(schema)
  if (cached !== undefined) return cached
  loaded ??= load()
  const validator = loaded.Compile(withoutEmptyPatterns(schema))
  compiled.set(schema, validator)
  return validator
}

function load(): typeof compiler {
  const { Settings } = require('typebox/system') as typeof system
  Settings.Set({ maxErrors: MAX_SCHEMA_ERRORS })
  return require('typebox/compile') as typeof compiler
}

/**
 * The schema without patterns for names of members that may have any value: the compiled check would read all members of an
 * object and prove nothing.
 */
function withoutEmptyPatterns<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) {
    const items = schema.map(withoutEmptyPatterns)
    return items.every((item, index) => item === schema[index]) ? schema : (items as T)
  }
  const kept = Object.getOwnPropertyDescriptors(schema) as Record<string, PropertyDescriptor>
  let isChanged = false
  for (const [key, value] of Object.entries(schema) as [string, unknown][]) {
    const simple = withoutEmptyPatterns(value)
    if (simple === value) continue
    isChanged = true
    kept[key] = { ...kept[key], value: simple }
  }
  if (isOpenRecord(schema)) {
    isChanged = true
    delete kept['patternProperties']
    // For the compiler, it is no longer what TypeBox calls a record.
    delete kept['~kind']
  }
  // With the hidden properties that the compiler reads.
  return isChanged ? (Object.create(Object.prototype, kept) as T) : schema
}

function isOpenRecord(schema: object): boolean {
  if (!('patternProperties' in schema) || 'additionalProperties' in schema) return false
  return Object.values(schema.patternProperties as object).every(isAnything)
}

function isAnything(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0
}
