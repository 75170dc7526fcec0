import type { Expression, MemberExpression } from 'acorn'
import { toText } from '#expressions/runtime/convert.ts'
import type { Place } from '#expressions/runtime/problem.ts'
import { refuseForbiddenKey, refuseSyntax } from '#expressions/runtime/refused.ts'
import type { Run } from '#expressions/runtime/evaluation.ts'
import type { Value } from '#expressions/runtime/values.ts'
import type { Compilation } from './compilation.ts'

/** The name in `a.name`, `a["name"]` or `a[0]`; undefined when it is computed while running. */
export function staticKey(c: Compilation, node: MemberExpression): string | undefined {
  const { property } = node
  if (property.type === 'PrivateIdentifier') return refuseSyntax('PrivateIdentifier', c.place(property))
  let key: string | undefined
  if (!node.computed && property.type === 'Identifier') key = property.name
  if (node.computed && property.type === 'Literal' && typeof property.value === 'string') key = property.value
  if (key !== undefined) refuseForbiddenKey(key, c.place(property))
  return key
}

/** The name of a property written as `"text"` or as a number. */
export function literalKey(node: Expression, place: Place): string {
  if (node.type === 'Literal' && (typeof node.value === 'string' || typeof node.value === 'number')) {
    return String(node.value)
  }
  return place.fail('The name of a property must be a word, a text or a number.')
}

/** The text of a computed property name, paid for and checked. */
export function toKey(run: Run, value: Value, place: Place): string {
  const key = toText(run, value, place)
  run.work(key.length, place)
  refuseForbiddenKey(key, place)
  return key
}
