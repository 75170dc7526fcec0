import type { Validator } from 'typebox/compile'
import type { JsonValue } from './json.ts'

/** Describes the first schema violation of a value for the user who wrote it. */
export function describeMismatch(
  validator: Validator,
  value: JsonValue,
  name = '',
): { readonly path: string; readonly message: string } {
  const [first] = validator.Errors(value)
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
