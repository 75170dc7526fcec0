import type {
  ArrayExpression,
  Expression,
  Literal,
  ObjectExpression,
  Property,
  SpreadElement,
  TemplateLiteral,
} from 'acorn'
import type { Compilation, Evaluate, Names } from './compilation.ts'
import { literalKey, toKey } from './keys.ts'
import { joinTexts, toText } from '#expressions/runtime/convert.ts'
import { ownEntries } from '#expressions/runtime/entries.ts'
import { compileRegex } from '#expressions/functions/text/regex.ts'
import { refuseForbiddenKey, refuseSyntax } from '#expressions/runtime/refused.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { spread } from '#expressions/runtime/spread.ts'
import type { Argument, Value } from '#expressions/runtime/values.ts'

export function compileLiteral(c: Compilation, node: Literal): Evaluate {
  if (node.regex !== undefined && node.regex !== null) {
    const regex = compileRegex(node.regex, c.location(node), c)
    return () => regex
  }
  const { value } = node
  if (typeof value === 'bigint' || typeof value === 'object' || value === undefined) {
    if (value === null) return () => null
    return c.location(node).fail('BigInt literals, which end in `n`, are not available in expressions.')
  }
  return () => value
}

export function compileArray(c: Compilation, node: ArrayExpression, names: Names | undefined): Evaluate {
  const location = c.location(node)
  const parts = node.elements.map((element) => {
    if (element === null) return location.fail('This list has no value between two commas.')
    return compileElement(c, element, names)
  })
  return (evaluation) => {
    evaluation.step(location)
    evaluation.reserveList(parts.length, location)
    const list: Argument[] = []
    for (const part of parts) part(evaluation, list)
    // The source bounds the number of entries after a spread, so one check at the end is enough.
    if (list.length > evaluation.limits.list) evaluation.reserveList(list.length, location)
    return list as Value[]
  }
}

function compileElement(
  c: Compilation,
  element: Expression | SpreadElement,
  names: Names | undefined,
): (evaluation: Evaluation, into: Argument[]) => void {
  if (element.type !== 'SpreadElement') {
    const evaluate = c.compile(element, names)
    return (evaluation, into) => {
      into.push(evaluate(evaluation))
    }
  }
  const location = c.location(element)
  const evaluate = c.compile(element.argument, names)
  return (evaluation, into) => spread(evaluation, evaluate(evaluation), into, location)
}

export function compileObject(c: Compilation, node: ObjectExpression, names: Names | undefined): Evaluate {
  const location = c.location(node)
  const parts = node.properties.map((property) =>
    property.type === 'SpreadElement'
      ? compileObjectSpread(c, property, names)
      : compileProperty(c, property, names),
  )
  return (evaluation) => {
    evaluation.step(location)
    evaluation.reserveProperties(parts.length, location)
    const object: Record<string, Value> = {}
    let size = 0
    for (const part of parts) size = part(evaluation, object, size)
    return object
  }
}

/** Adds properties to an object that has received `size` properties so far. Returns the new count. */
type AddProperties = (evaluation: Evaluation, into: Record<string, Value>, size: number) => number

function compileProperty(c: Compilation, property: Property, names: Names | undefined): AddProperties {
  const location = c.location(property)
  if (property.kind !== 'init' || property.method) {
    return refuseSyntax('MethodDefinition', location)
  }
  const evaluate = c.compile(property.value, names)
  if (property.computed) {
    const key = c.compile(property.key, names)
    return (evaluation, into, size) => {
      // The key is evaluated before the value, as in JavaScript.
      const name = toKey(evaluation, key(evaluation), location)
      into[name] = evaluate(evaluation)
      return size + 1
    }
  }
  const name = property.key.type === 'Identifier' ? property.key.name : literalKey(property.key, location)
  refuseForbiddenKey(name, location)
  return (evaluation, into, size) => {
    into[name] = evaluate(evaluation)
    return size + 1
  }
}

function compileObjectSpread(c: Compilation, node: SpreadElement, names: Names | undefined): AddProperties {
  const location = c.location(node)
  const evaluate = c.compile(node.argument, names)
  return (evaluation, into, size) => {
    const value = evaluate(evaluation)
    if (value === null || value === undefined) return size
    const entries = ownEntries(evaluation, value, location)
    evaluation.growList(size, entries.length, location)
    for (const [key, entry] of entries) {
      refuseForbiddenKey(key, location)
      into[key] = entry
    }
    return size + entries.length
  }
}

export function compileTemplateLiteral(
  c: Compilation,
  node: TemplateLiteral,
  names: Names | undefined,
): Evaluate {
  const location = c.location(node)
  const texts = node.quasis.map((quasi) => quasi.value.cooked ?? '')
  const parts = node.expressions.map((expression) => c.compile(expression, names))
  return (evaluation) => {
    evaluation.step(location)
    let text = texts[0] ?? ''
    parts.forEach((part, index) => {
      text = joinTexts(evaluation, text, toText(evaluation, part(evaluation), location), location)
      text = joinTexts(evaluation, text, texts[index + 1] ?? '', location)
    })
    return text
  }
}
