import type { ChainExpression, Expression, MemberExpression } from 'acorn'
import { findName, type Compilation, type Evaluate, type Names } from './compilation.ts'
import { failUnknownName } from './unknown-name.ts'
import { toText } from '#expressions/runtime/convert.ts'
import { namespaces } from '#expressions/functions/table.ts'
import { failMissing, type MissingRead } from './missing.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { readProperty } from './property.ts'
import { refuseSyntax } from '#expressions/runtime/refused.ts'
import { staticKey, toKey } from './keys.ts'
import { findSimilar } from '#expressions/runtime/similar.ts'
import type { Value } from '#expressions/runtime/values.ts'

/** The internal result of a chain that `?.` short-circuited. `compileChain` converts it to undefined. */
const shortCircuited = Object.freeze({}) as Value

export function compileChain(c: Compilation, node: ChainExpression, names: Names | undefined): Evaluate {
  const inner = c.compile(node.expression, names)
  return (evaluation) => {
    const value = inner(evaluation)
    return value === shortCircuited ? undefined : value
  }
}

/**
 * Evaluates the left side of a `.`, `[ ]` or call. Inside a chain with `?.` the result can be
 * `shortCircuited`, which the reader returns without reading the property.
 */
export function compileTarget(c: Compilation, node: MemberExpression, names: Names | undefined): Evaluate {
  if (node.object.type === 'Super') return refuseSyntax('Super', c.location(node.object))
  const target = c.compile(node.object, names)
  if (!node.optional) return target
  return (evaluation) => target(evaluation) ?? shortCircuited
}

export function isShortCircuited(value: Value): boolean {
  return value === shortCircuited
}

export function compileMember(c: Compilation, node: MemberExpression, names: Names | undefined): Evaluate {
  const { object } = node
  if (object.type === 'Identifier' && findName(names, object.name) === undefined) {
    if (object.name === 'nodes') return compileNodeLookup(c, node, names)
    if (namespaces.has(object.name)) return compileNamespaceConstant(c, node, object.name)
  }
  const target = compileTarget(c, node, names)
  const key = staticKey(c, node)
  const location = c.location(node)
  const missing = describeMissing(c, node, key)
  return key === undefined
    ? readComputed(target, compileKey(c, node, names), location, missing)
    : readStatic(target, key, location, missing)
}

function readStatic(target: Evaluate, key: string, location: SourceLocation, missing: MissingRead): Evaluate {
  return (evaluation) => {
    evaluation.step(location)
    const value = target(evaluation)
    if (value === null || value === undefined) return failMissing(evaluation, missing, value, key)
    return value === shortCircuited ? shortCircuited : readProperty(evaluation, value, key, location)
  }
}

function readComputed(
  target: Evaluate,
  key: Evaluate,
  location: SourceLocation,
  missing: MissingRead,
): Evaluate {
  return (evaluation) => {
    evaluation.step(location)
    const value = target(evaluation)
    if (value === shortCircuited) return shortCircuited
    const index = key(evaluation)
    if (value === null || value === undefined) {
      return failMissing(evaluation, missing, value, toText(evaluation, index, location))
    }
    if (typeof index === 'number' && Array.isArray(value)) {
      return Number.isInteger(index) && index >= 0 ? (value as readonly Value[])[index] : undefined
    }
    return readProperty(evaluation, value, toKey(evaluation, index, location), location)
  }
}

function compileKey(c: Compilation, node: MemberExpression, names: Names | undefined): Evaluate {
  return c.compile(node.property as Expression, names)
}

function describeMissing(c: Compilation, node: MemberExpression, key: string | undefined): MissingRead {
  const { object } = node
  const parent =
    object.type === 'MemberExpression' && object.object.type !== 'Super'
      ? c.compiled.get(object.object)
      : undefined
  return {
    location: c.location(node),
    object: c.location(object),
    isNodeLookup:
      object.type === 'MemberExpression' &&
      object.object.type === 'Identifier' &&
      object.object.name === 'nodes' &&
      parent === undefined,
    parent,
    parentLocation: object.type === 'MemberExpression' ? c.location(object.object) : undefined,
    objectKey:
      object.type === 'MemberExpression' && object.object.type !== 'Super' ? staticKey(c, object) : undefined,
    key,
  }
}

function compileNodeLookup(c: Compilation, node: MemberExpression, names: Names | undefined): Evaluate {
  const key = staticKey(c, node)
  c.useNode(key)
  const location = c.location(node)
  const compute = key === undefined ? compileKey(c, node, names) : () => key
  return (evaluation) => {
    evaluation.step(location)
    const wanted = toKey(evaluation, compute(evaluation), location)
    const found = evaluation.scope.nodes(wanted)
    // A new object, so that other properties of the caller's object stay out of reach.
    if (found !== undefined) return { output: found.output }
    evaluation.work(evaluation.scope.nodeNames.length * 2, location)
    if (evaluation.scope.nodeNames.includes(wanted)) return undefined
    const similar = findSimilar(wanted, evaluation.scope.nodeNames)
    return location.fail(
      `No node has the id or name \`${wanted}\`.`,
      similar === undefined ? undefined : `Did you mean \`nodes[${JSON.stringify(similar)}]\`?`,
    )
  }
}

function compileNamespaceConstant(c: Compilation, node: MemberExpression, name: string): Evaluate {
  const key = staticKey(c, node)
  const location = c.location(node)
  const members = namespaces.get(name)
  const member = key === undefined ? undefined : members?.get(key)
  if (member !== undefined && 'value' in member) {
    const { value } = member
    return () => value
  }
  if (member !== undefined) {
    location.fail(`\`${name}.${key}\` is a function.`, `Call it with parentheses: \`${name}.${key}(…)\`.`)
  }
  if (key === undefined) return failUnknownName(name, c.location(node.object))
  const similar = findSimilar(key, members?.keys() ?? [])
  return location.fail(
    `Unknown name \`${name}.${key}\`.`,
    similar === undefined ? undefined : `Did you mean \`${name}.${similar}\`?`,
  )
}
