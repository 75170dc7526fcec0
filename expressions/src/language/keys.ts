import type { Expression, MemberExpression } from 'acorn'
import { toText } from '#expressions/runtime/convert.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { refuseForbiddenKey, refuseSyntax } from '#expressions/runtime/refused.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import type { Value } from '#expressions/runtime/values.ts'
import type { Compilation } from './compilation.ts'

/** The key of `a.name` or `a["name"]`; undefined if it is known only at evaluation time. */
export function staticKey(c: Compilation, node: MemberExpression): string | undefined {
  const { property } = node
  if (property.type === 'PrivateIdentifier') return refuseSyntax('PrivateIdentifier', c.location(property))
  let key: string | undefined
  if (!node.computed && property.type === 'Identifier') key = property.name
  if (node.computed && property.type === 'Literal' && typeof property.value === 'string') key = property.value
  if (key !== undefined) refuseForbiddenKey(key, c.location(property))
  return key
}

/** A property name that is written as a string or a number. */
export function literalKey(node: Expression, location: SourceLocation): string {
  if (node.type === 'Literal' && (typeof node.value === 'string' || typeof node.value === 'number')) {
    return String(node.value)
  }
  return location.fail('A property name must be an identifier, a text or a number.')
}

/** Converts a computed property name to text, charges for it and refuses forbidden names. */
export function toKey(evaluation: Evaluation, value: Value, location: SourceLocation): string {
  const key = toText(evaluation, value, location)
  evaluation.work(key.length, location)
  refuseForbiddenKey(key, location)
  return key
}
