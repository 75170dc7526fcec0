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
    const regex = compileRegex(node.regex.pattern, node.regex.flags, c.location(node))
    return () => regex
  }
  const { value } = node
  if (typeof value === 'bigint' || typeof value === 'object' || value === undefined) {
    if (value === null) return () => null
    return c.location(node).fail('Numbers that end in `n` are not available in expressions.')
  }
  return () => value
}

export function compileArray(c: Compilation, node: ArrayExpression, names: Names | undefined): Evaluate {
  const location = c.location(node)
  const parts = node.elements.map((element) => {
    if (element === null) return location.fail('An entry of this list is missing between two commas.')
    return compileElement(c, element, names)
  })
  return (run) => {
    run.step(location)
    run.reserveList(parts.length, location)
    const list: Argument[] = []
    for (const part of parts) part(run, list)
    // Entries behind a spread list are few, bounded by the source: checked once.
    if (list.length > run.limits.list) run.reserveList(list.length, location)
    return list as Value[]
  }
}

function compileElement(
  c: Compilation,
  element: Expression | SpreadElement,
  names: Names | undefined,
): (run: Evaluation, into: Argument[]) => void {
  if (element.type !== 'SpreadElement') {
    const evaluate = c.compile(element, names)
    return (run, into) => {
      into.push(evaluate(run))
    }
  }
  const location = c.location(element)
  const evaluate = c.compile(element.argument, names)
  return (run, into) => spread(run, evaluate(run), into, location)
}

export function compileObject(c: Compilation, node: ObjectExpression, names: Names | undefined): Evaluate {
  const location = c.location(node)
  const parts = node.properties.map((property) =>
    property.type === 'SpreadElement'
      ? compileObjectSpread(c, property, names)
      : compileProperty(c, property, names),
  )
  return (run) => {
    run.step(location)
    run.reserveProperties(parts.length, location)
    const object: Record<string, Value> = {}
    let size = 0
    for (const part of parts) size = part(run, object, size)
    return object
  }
}

/** Adds to an object that was given `size` properties so far; the result is how many it has been given now. */
type AddProperties = (run: Evaluation, into: Record<string, Value>, size: number) => number

function compileProperty(c: Compilation, property: Property, names: Names | undefined): AddProperties {
  const location = c.location(property)
  if (property.kind !== 'init' || property.method) {
    return refuseSyntax('MethodDefinition', location)
  }
  const evaluate = c.compile(property.value, names)
  if (property.computed) {
    const key = c.compile(property.key, names)
    return (run, into, size) => {
      // The name is worked out before the value, as in JavaScript.
      const name = toKey(run, key(run), location)
      into[name] = evaluate(run)
      return size + 1
    }
  }
  const name = property.key.type === 'Identifier' ? property.key.name : literalKey(property.key, location)
  refuseForbiddenKey(name, location)
  return (run, into, size) => {
    into[name] = evaluate(run)
    return size + 1
  }
}

function compileObjectSpread(c: Compilation, node: SpreadElement, names: Names | undefined): AddProperties {
  const location = c.location(node)
  const evaluate = c.compile(node.argument, names)
  return (run, into, size) => {
    const value = evaluate(run)
    if (value === null || value === undefined) return size
    const entries = ownEntries(run, value, location)
    run.growList(size, entries.length, location)
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
  return (run) => {
    run.step(location)
    let text = texts[0] ?? ''
    parts.forEach((part, index) => {
      text = joinTexts(run, text, toText(run, part(run), location), location)
      text = joinTexts(run, text, texts[index + 1] ?? '', location)
    })
    return text
  }
}
