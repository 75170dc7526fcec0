import type { CallExpression, Expression, MemberExpression, SpreadElement } from 'acorn'
import type { BuiltinFunction, CallSite } from '#expressions/runtime/builtin.ts'
import { compileArrow } from './compile-arrow.ts'
import { failUnknownName } from './unknown-name.ts'
import { compileTarget, isShortCircuited } from './compile-member.ts'
import { staticKey } from './keys.ts'
import { findName, type Compilation, type Evaluate, type Names } from './compilation.ts'
import { functions, isMethodName, methodsOf, namespaces } from '#expressions/functions/table.ts'
import { explainUnknownMethod, failUnknownFunction } from './unknown-function.ts'
import { failMissing } from './missing.ts'
import { refuseSyntax } from '#expressions/runtime/refused.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { spread } from '#expressions/runtime/spread.ts'
import { Callable, nameKind, type Argument, type Value } from '#expressions/runtime/values.ts'

/** Charged for each argument of a long list of arguments. A few arguments are part of the step. */
const argumentPrice = 8
const cheapArguments = 4

type EvaluateArguments = (evaluation: Evaluation) => readonly Argument[]

/** Calls reach only the fixed function tables. A name in the source selects the function, never data. */
export function compileCall(c: Compilation, node: CallExpression, names: Names | undefined): Evaluate {
  const { callee } = node
  if (node.optional) {
    c.location(node).fail(
      '`?.(` is not available in expressions.',
      'Write `?.` before the function name instead.',
    )
  }
  if (callee.type === 'Super') return refuseSyntax('Super', c.location(callee))
  const builtin = findFunction(c, callee, names)
  if (builtin !== undefined) {
    const site: CallSite = { name: builtin.name, location: c.location(node) }
    const args = compileArguments(c, node.arguments, names)
    const { call } = builtin.entry
    return (evaluation) => {
      evaluation.step(site.location)
      const values = args(evaluation)
      evaluation.enter(site, values[0])
      return call(evaluation, values, site)
    }
  }
  if (callee.type === 'MemberExpression') return compileMethodCall(c, node, callee, names)
  if (callee.type === 'Identifier') {
    if (findName(names, callee.name) !== undefined) {
      c.location(callee).fail(`\`${callee.name}\` is a value, not a function.`)
    }
    return failUnknownFunction(callee.name, c.location(callee))
  }
  return c
    .location(callee)
    .fail('Only the built-in functions can be called.', 'For anything else, use a `code` node.')
}

interface FoundFunction {
  readonly name: string
  readonly entry: BuiltinFunction
}

/** The built-in that `parseInt` or `Math.round` refers to, unless an arrow function's parameter shadows it. */
function findFunction(c: Compilation, node: Expression, names: Names | undefined): FoundFunction | undefined {
  if (node.type === 'Identifier') {
    const entry = findName(names, node.name) === undefined ? functions.get(node.name) : undefined
    return entry === undefined ? undefined : { name: node.name, entry }
  }
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined
  const members = namespaces.get(node.object.name)
  if (members === undefined || findName(names, node.object.name) !== undefined) return undefined
  const key = staticKey(c, node)
  if (key === undefined) return failUnknownName(node.object.name, c.location(node.object))
  const entry = members.get(key)
  const name = `${node.object.name}.${key}`
  if (entry === undefined) return failUnknownFunction(name, c.location(node), members.keys())
  return 'call' in entry ? { name, entry } : undefined
}

function compileMethodCall(
  c: Compilation,
  node: CallExpression,
  callee: MemberExpression,
  names: Names | undefined,
): Evaluate {
  const { object } = callee
  if (object.type === 'Identifier' && object.name === 'nodes' && findName(names, 'nodes') === undefined) {
    return c
      .location(node)
      .fail(
        '`nodes` has no functions.',
        'Read the output of a node, for example `nodes["Fetch order"].output`.',
      )
  }
  const name = staticKey(c, callee)
  if (name === undefined) {
    return c
      .location(callee)
      .fail('A function must be called by its name.', 'For example `input.name.trim()`.')
  }
  const target = compileTarget(c, callee, names)
  if (!isMethodName(name)) {
    const { message, suggestion } = explainUnknownMethod(name, undefined)
    return c.location(callee.property).fail(message, suggestion)
  }
  const args = compileArguments(c, node.arguments, names)
  const site: CallSite = { name, location: c.location(node) }
  const missing = {
    location: c.location(callee),
    object: c.location(object),
    isNodeLookup: false,
    parent: object.type === 'MemberExpression' ? c.compiled.get(object.object) : undefined,
    parentLocation: object.type === 'MemberExpression' ? c.location(object.object) : undefined,
    objectKey: object.type === 'MemberExpression' ? staticKey(c, object) : undefined,
    key: name,
  }
  return (evaluation) => {
    evaluation.step(site.location)
    const self = target(evaluation)
    if (self === null || self === undefined) return failMissing(evaluation, missing, self, name)
    if (isShortCircuited(self)) return self
    const method = methodsOf(self).get(name)
    if (method === undefined) {
      const { message, suggestion } = explainUnknownMethod(name, self)
      return site.location.fail(`${message} \`${missing.object.source}\` is ${nameKind(self)}.`, suggestion)
    }
    const values = args(evaluation)
    evaluation.enter(site, self)
    return method.call(evaluation, self, values, site)
  }
}

function compileArguments(
  c: Compilation,
  nodes: readonly (Expression | SpreadElement)[],
  names: Names | undefined,
): EvaluateArguments {
  const parts = nodes.map((node) => compileArgument(c, node, names))
  const [first, second] = parts
  if (nodes.some((node) => node.type === 'SpreadElement')) return flattenArguments(c, nodes, parts)
  if (first === undefined) return () => []
  if (second === undefined) return (evaluation) => [first(evaluation)]
  if (nodes.length <= cheapArguments) return (evaluation) => parts.map((part) => part(evaluation))
  const location = c.location({ start: nodes[0]?.start ?? 0, end: nodes.at(-1)?.end ?? 0 })
  return (evaluation) => {
    evaluation.reserveList(parts.length, location)
    evaluation.work(parts.length * argumentPrice, location)
    return parts.map((part) => part(evaluation))
  }
}

function compileArgument(
  c: Compilation,
  node: Expression | SpreadElement,
  names: Names | undefined,
): (evaluation: Evaluation) => Argument {
  if (node.type === 'SpreadElement') return c.compile(node.argument, names)
  if (node.type === 'ArrowFunctionExpression') {
    const arrow = compileArrow(c, node, names)
    return (evaluation) => new Callable(arrow(evaluation))
  }
  const named = isNamedFunction(node, names) ? findFunction(c, node, names) : undefined
  if (named === undefined) return c.compile(node, names)
  const site: CallSite = { name: named.name, location: c.location(node) }
  return (evaluation) =>
    new Callable((...args: Value[]) => {
      evaluation.step(site.location)
      return named.entry.call(evaluation, args, site)
    })
}

/** True for a built-in passed by name, such as `Number` in `list.map(Number)`. */
function isNamedFunction(node: Expression, names: Names | undefined): boolean {
  if (node.type === 'Identifier') return functions.has(node.name)
  if (node.type !== 'MemberExpression' || node.computed || node.object.type !== 'Identifier') return false
  if (findName(names, node.object.name) !== undefined || node.property.type !== 'Identifier') return false
  return namespaces.get(node.object.name)?.has(node.property.name) ?? false
}

function flattenArguments(
  c: Compilation,
  nodes: readonly (Expression | SpreadElement)[],
  parts: readonly ((evaluation: Evaluation) => Argument)[],
): EvaluateArguments {
  const locations = nodes.map((node) => c.location(node))
  return (evaluation) => {
    const args: Argument[] = []
    evaluation.work(parts.length * argumentPrice, locations[0] ?? c.location({ start: 0, end: 0 }))
    parts.forEach((part, index) => {
      const value = part(evaluation)
      const location = locations[index]
      if (nodes[index]?.type !== 'SpreadElement' || location === undefined) args.push(value)
      else spread(evaluation, value, args, location)
    })
    return args
  }
}
