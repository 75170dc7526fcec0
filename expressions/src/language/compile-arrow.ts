import type { ArrowFunctionExpression, AssignmentProperty, Expression, Pattern, RestElement } from 'acorn'
import type { Compilation, Evaluate, Names } from './compilation.ts'
import { literalKey, toKey } from './keys.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { readProperty } from './property.ts'
import { refuseForbiddenKey, refuseSyntax } from '#expressions/runtime/refused.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { spread } from '#expressions/runtime/spread.ts'
import { isPlainObject, nameKind, type Argument, type Value } from '#expressions/runtime/values.ts'

/** Puts a value where the body of the function will look for it. */
type Bind = (run: Evaluation, value: Value) => void

type Arrow = (run: Evaluation) => (...args: Value[]) => Value

export function compileArrow(c: Compilation, node: ArrowFunctionExpression, outer: Names | undefined): Arrow {
  const location = c.location(node)
  if (node.async) refuseSyntax('AsyncArrow', location)
  let names = outer
  const declare = (name: string): number => {
    names = { name, slot: c.newSlot(), outer: names }
    return names.slot
  }
  const current = (): Names | undefined => names
  const binds: Bind[] = []
  let rest: Bind | undefined
  for (const parameter of node.params) {
    if (parameter.type === 'RestElement') rest = compilePattern(c, parameter.argument, declare, current)
    else binds.push(compilePattern(c, parameter, declare, current))
  }
  const body = c.compile(node.body as Expression, names)
  return (run) =>
    (...args) => {
      run.step(location)
      for (let index = 0; index < binds.length; index += 1) binds[index]?.(run, args[index])
      rest?.(run, args.slice(binds.length))
      return body(run)
    }
}

function compilePattern(
  c: Compilation,
  pattern: Pattern,
  declare: (name: string) => number,
  names: () => Names | undefined,
): Bind {
  switch (pattern.type) {
    case 'Identifier': {
      const slot = declare(pattern.name)
      return (run, value) => {
        run.locals[slot] = value
      }
    }
    case 'AssignmentPattern': {
      // The default sees the parameters before it, as in JavaScript; it is compiled first so that it
      // cannot see the one it belongs to.
      const fallback = c.compile(pattern.right, names())
      const bind = compilePattern(c, pattern.left, declare, names)
      return (run, value) => bind(run, value === undefined ? fallback(run) : value)
    }
    case 'ArrayPattern':
      return compileListPattern(c, pattern.elements, c.location(pattern), declare, names)
    case 'ObjectPattern':
      return compileObjectPattern(c, pattern.properties, c.location(pattern), declare, names)
    case 'MemberExpression':
    case 'RestElement':
    default:
      return c.location(pattern).fail('This cannot be the parameter of a function.')
  }
}

function compileListPattern(
  c: Compilation,
  elements: readonly (Pattern | null)[],
  location: SourceLocation,
  declare: (name: string) => number,
  names: () => Names | undefined,
): Bind {
  const binds = elements.map(
    (element): ((run: Evaluation, entries: readonly Value[], index: number) => void) => {
      if (element === null) return () => {}
      if (element.type === 'RestElement') {
        const bind = compilePattern(c, element.argument, declare, names)
        return (run, entries, index) => {
          run.reserveList(entries.length, location)
          bind(run, entries.slice(index))
        }
      }
      const bind = compilePattern(c, element, declare, names)
      return (run, entries, index) => bind(run, entries[index])
    },
  )
  return (run, value) => {
    const entries = toEntries(run, value, location)
    binds.forEach((bind, index) => bind(run, entries, index))
  }
}

function toEntries(run: Evaluation, value: Value, location: SourceLocation): readonly Value[] {
  if (Array.isArray(value)) return value as readonly Value[]
  if (typeof value !== 'string') location.fail(`A list is expected here, but it is ${nameKind(value)}.`)
  const characters: Argument[] = []
  spread(run, value, characters, location)
  return characters as Value[]
}

function compileObjectPattern(
  c: Compilation,
  properties: readonly (AssignmentProperty | RestElement)[],
  location: SourceLocation,
  declare: (name: string) => number,
  names: () => Names | undefined,
): Bind {
  const steps = properties.map(
    (property): ((run: Evaluation, value: PresentValue, taken: Set<string>) => void) => {
      if (property.type === 'RestElement') {
        const bind = compilePattern(c, property.argument, declare, names)
        return (run, value, taken) => bind(run, withoutKeys(run, value, taken, location))
      }
      const key = compilePatternKey(c, property, names())
      const bind = compilePattern(c, property.value, declare, names)
      return (run, value, taken) => {
        const name = key(run)
        taken.add(name)
        bind(run, readProperty(run, value, name, location))
      }
    },
  )
  return (run, value) => {
    const object = value ?? location.fail(`An object is expected here, but it is ${nameKind(value)}.`)
    const taken = new Set<string>()
    for (const step of steps) step(run, object, taken)
  }
}

type PresentValue = Exclude<Value, null | undefined>

function compilePatternKey(
  c: Compilation,
  property: AssignmentProperty,
  names: Names | undefined,
): (run: Evaluation) => string {
  const location = c.location(property.key)
  if (property.computed) {
    const key: Evaluate = c.compile(property.key, names)
    return (run) => toKey(run, key(run), location)
  }
  const name = property.key.type === 'Identifier' ? property.key.name : literalKey(property.key, location)
  refuseForbiddenKey(name, location)
  return () => name
}

function withoutKeys(
  run: Evaluation,
  value: PresentValue,
  taken: ReadonlySet<string>,
  location: SourceLocation,
): Value {
  if (!isPlainObject(value)) return {}
  const keys = Object.keys(value)
  run.reserveProperties(keys.length, location)
  const rest: Record<string, Value> = {}
  for (const key of keys) {
    if (taken.has(key)) continue
    refuseForbiddenKey(key, location)
    rest[key] = value[key]
  }
  return rest
}
