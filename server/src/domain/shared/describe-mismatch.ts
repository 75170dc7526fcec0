import type { Validator } from 'typebox/compile'
import { findErrors, type SchemaError } from './find-errors.ts'
import type { JsonValue } from './json.ts'

interface Mismatch {
  readonly path: string
  readonly message: string
}

/** Describes the first schema violation of a value for the user who wrote it. */
export function describeMismatch(validator: Validator, value: JsonValue, name = ''): Mismatch {
  const [first] = findErrors(validator, value)
  return describeError(first, name)
}

/** Describes all schema violations of a value, one for each part of it. */
export function describeMismatches(validator: Validator, value: JsonValue, name = ''): readonly Mismatch[] {
  const errors = findErrors(validator, value)
  // Errors of alternatives contradict each other.
  if (errors.some(({ keyword }) => keyword === 'anyOf')) return [describeError(errors[0], name)]
  const byPath = new Map<string, Mismatch>()
  for (const error of errors) {
    const mismatch = describeError(error, name)
    if (!byPath.has(mismatch.path)) byPath.set(mismatch.path, mismatch)
  }
  return [...byPath.values()]
}

function describeError(first: SchemaError | undefined, name: string): Mismatch {
  const inside = first?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  const path = [name, inside].filter((part) => part !== '').join('.')
  const { requiredProperties, allowedValues } = (first?.params ?? {}) as {
    requiredProperties?: readonly string[]
    allowedValues?: readonly unknown[]
  }
  if (requiredProperties !== undefined) {
    const missing = requiredProperties.map((property) => [path, property].filter(Boolean).join('.'))
    return {
      path: missing[0] ?? path,
      message:
        missing.length === 1
          ? `the parameter \`${missing.join(', ')}\` is missing.`
          : `the parameters ${missing.map((one) => `\`${one}\``).join(', ')} are missing.`,
    }
  }
  if (allowedValues !== undefined) {
    const allowed = allowedValues.map((one) => JSON.stringify(one)).join(', ')
    return { path, message: `the parameter \`${path}\` must be one of ${allowed}.` }
  }
  return { path, message: `the parameter \`${path}\` ${first?.message ?? 'is invalid'}.` }
}
