import type { Expression, MemberExpression } from 'acorn'
import { toText } from '#expressions/runtime/convert.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { refuseForbiddenKey, refuseSyntax } from '#expressions/runtime/refused.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import type { Value } from '#expressions/runtime/values.ts'
import type { Compilation } from './compilation.ts'

/** The name in `a.name`, `a["name"]` or `a[0]`; undefined when it is computed while running. */
export function staticKey(c: Compilation, node: MemberExpression): string | undefined {
  const { property } = node
  if (property.type === 'PrivateIdentifier') return refuseSyntax('PrivateIdentifier', c.location(property))
  let key: string | undefined
  if (!node.computed && property.type === 'Identifier') key = property.name
  if (node.computed && property.type === 'Literal' && typeof property.value === 'string') key = property.value
  if (key !== undefined) refuseForbiddenKey(key, c.location(property))
  return key
}

/** The name of a property written as `"text"` or as a number. */
export function literalKey(node: Expression, location: SourceLocation): string {
  if (node.type === 'Literal' && (typeof node.value === 'string' || typeof node.value === 'number')) {
    return String(node.value)
  }
  return location.fail('The name of a property must be a word, a text or a number.')
}

/** The text of a computed property name, paid for and checked. */
export function toKey(run: Evaluation, value: Value, location: SourceLocation): string {
  const key = toText(run, value, location)
  run.work(key.length, location)
  refuseForbiddenKey(key, location)
  return key
}
