import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { ExpressionError } from '@millrace/expressions'
import type { DedupeKey } from '#nodes/index.ts'
import { scopeOfInput } from '../scope-of-input.ts'

/**
 * Identifies repeated deliveries, as a digest of fixed length. Undefined if a request has no such value: it then counts as a
 * new delivery, because refusing it could lose it.
 */
export function readDedupeKey(
  dedupe: DedupeKey,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  input: JsonObject,
  now: number,
): string | undefined {
  const value = 'header' in dedupe ? (headers[dedupe.header] ?? null) : evaluate(dedupe, input, now)
  if (value === null || value === '') return undefined
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

function evaluate(
  { expression }: Extract<DedupeKey, { expression: unknown }>,
  input: JsonObject,
  now: number,
): JsonValue {
  try {
    return expression.evaluate(scopeOfInput(input, now))
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}
