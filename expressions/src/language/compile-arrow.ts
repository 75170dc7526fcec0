import type {
  ArrayPattern,
  ArrowFunctionExpression,
  AssignmentProperty,
  Expression,
  ObjectPattern,
  Pattern,
} from 'acorn'
import type { Compilation, Evaluate, Names } from './compilation.ts'
import { literalKey, toKey } from './keys.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { readProperty } from './property.ts'
import { refuseForbiddenKey, refuseSyntax } from '#expressions/runtime/refused.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { spread } from '#expressions/runtime/spread.ts'
import { isPlainObject, nameKind, type Argument, type Value } from '#expressions/runtime/values.ts'

/** Stores an argument in the slot from which the function body reads it. */
type Bind = (evaluation: Evaluation, value: Value) => void

/** Charged for each parameter and each part of a pattern. A few parameters are part of the step. */
const bindPrice = 24
const cheapParameters = 4

type Arrow = (evaluation: Evaluation) => (...args: Value[]) => Value

export function compileArrow(c: Compilation, node: ArrowFunctionExpression, outer: Names | undefined): Arrow {
  const location = c.location(node)
  if (node.async) refuseSyntax('AsyncArrow', location)
  const parameters = new ParameterNames(c, outer)
  const binds: Bind[] = []
  let rest: Bind | undefined
  for (const parameter of node.params) {
    if (parameter.type === 'RestElement') rest = compilePattern(c, parameter.argument, parameters)
    else binds.push(compilePattern(c, parameter, parameters))
  }
  const body = c.compile(node.body as Expression, parameters.names)
  return (evaluation) =>
    (...args) => {
      evaluation.step(location)
      if (binds.length > cheapParameters) evaluation.work(binds.length * bindPrice, location)
      for (let index = 0; index < binds.length; index += 1) binds[index]?.(evaluation, args[index])
      rest?.(evaluation, args.slice(binds.length))
      return body(evaluation)
    }
}

/** The names in scope while the parameters of one function are declared from left to right. */
class ParameterNames {
  names: Names | undefined
  private readonly compilation: Compilation

  constructor(compilation: Compilation, outer: Names | undefined) {
    this.compilation = compilation
    this.names = outer
  }

  /** Returns the slot of the new name. */
  declare(name: string): number {
    this.names = { name, slot: this.compilation.newSlot(), outer: this.names }
    return this.names.slot
  }
}

function compilePattern(c: Compilation, pattern: Pattern, parameters: ParameterNames): Bind {
  switch (pattern.type) {
    case 'Identifier': {
      const slot = parameters.declare(pattern.name)
      return (evaluation, value) => {
        evaluation.locals[slot] = value
      }
    }
    case 'AssignmentPattern': {
      // As in JavaScript, a default can read the parameters before it, but not its own. It is compiled
      // before its own parameter is declared.
      const fallback = c.compile(pattern.right, parameters.names)
      const bind = compilePattern(c, pattern.left, parameters)
      return (evaluation, value) => bind(evaluation, value === undefined ? fallback(evaluation) : value)
    }
    case 'ArrayPattern':
      return compileListPattern(c, pattern, parameters)
    case 'ObjectPattern':
      return compileObjectPattern(c, pattern, parameters)
    case 'MemberExpression':
    case 'RestElement':
    default:
      return c.location(pattern).fail('This is not a valid function parameter.')
  }
}

function compileListPattern(c: Compilation, pattern: ArrayPattern, parameters: ParameterNames): Bind {
  const location = c.location(pattern)
  const binds = pattern.elements.map(
    (element): ((evaluation: Evaluation, entries: readonly Value[], index: number) => void) => {
      if (element === null) return () => {}
      if (element.type === 'RestElement') {
        const bind = compilePattern(c, element.argument, parameters)
        return (evaluation, entries, index) => {
          evaluation.reserveList(entries.length, location)
          bind(evaluation, entries.slice(index))
        }
      }
      const bind = compilePattern(c, element, parameters)
      return (evaluation, entries, index) => bind(evaluation, entries[index])
    },
  )
  return (evaluation, value) => {
    evaluation.work(binds.length * bindPrice, location)
    const entries = toEntries(evaluation, value, location)
    binds.forEach((bind, index) => bind(evaluation, entries, index))
  }
}

function toEntries(evaluation: Evaluation, value: Value, location: SourceLocation): readonly Value[] {
  if (Array.isArray(value)) return value as readonly Value[]
  if (typeof value !== 'string') location.fail(`Expected a list, but the value is ${nameKind(value)}.`)
  const characters: Argument[] = []
  spread(evaluation, value, characters, location)
  return characters as Value[]
}

function compileObjectPattern(c: Compilation, pattern: ObjectPattern, parameters: ParameterNames): Bind {
  const location = c.location(pattern)
  const steps = pattern.properties.map(
    (property): ((evaluation: Evaluation, value: PresentValue, taken: Set<string>) => void) => {
      if (property.type === 'RestElement') {
        const bind = compilePattern(c, property.argument, parameters)
        return (evaluation, value, taken) => bind(evaluation, withoutKeys(evaluation, value, taken, location))
      }
      const key = compilePatternKey(c, property, parameters.names)
      const bind = compilePattern(c, property.value, parameters)
      return (evaluation, value, taken) => {
        const name = key(evaluation)
        taken.add(name)
        bind(evaluation, readProperty(evaluation, value, name, location))
      }
    },
  )
  return (evaluation, value) => {
    evaluation.work(steps.length * bindPrice, location)
    const object = value ?? location.fail(`Expected an object, but the value is ${nameKind(value)}.`)
    const taken = new Set<string>()
    for (const step of steps) step(evaluation, object, taken)
  }
}

type PresentValue = Exclude<Value, null | undefined>

function compilePatternKey(
  c: Compilation,
  property: AssignmentProperty,
  names: Names | undefined,
): (evaluation: Evaluation) => string {
  const location = c.location(property.key)
  if (property.computed) {
    const key: Evaluate = c.compile(property.key, names)
    return (evaluation) => toKey(evaluation, key(evaluation), location)
  }
  const name = property.key.type === 'Identifier' ? property.key.name : literalKey(property.key, location)
  refuseForbiddenKey(name, location)
  return () => name
}

function withoutKeys(
  evaluation: Evaluation,
  value: PresentValue,
  taken: ReadonlySet<string>,
  location: SourceLocation,
): Value {
  if (!isPlainObject(value)) return {}
  const keys = Object.keys(value)
  evaluation.reserveProperties(keys.length, location)
  const rest: Record<string, Value> = {}
  for (const key of keys) {
    if (taken.has(key)) continue
    refuseForbiddenKey(key, location)
    rest[key] = value[key]
  }
  return rest
}
