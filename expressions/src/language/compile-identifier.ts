import type { Identifier } from 'acorn'
import { findName, type Compilation, type Evaluate, type Names } from './compilation.ts'
import { scopeNames, type ScopeName } from '#expressions/runtime/scope.ts'
import { failUnknownName } from './unknown-name.ts'
import { DateValue, type Value } from '#expressions/runtime/values.ts'

const constants: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['undefined', undefined],
  ['NaN', NaN],
  ['Infinity', Infinity],
])

export function compileIdentifier(c: Compilation, node: Identifier, names: Names | undefined): Evaluate {
  const { name } = node
  const local = findName(names, name)
  if (local !== undefined) {
    const { slot } = local
    return (evaluation) => evaluation.locals[slot]
  }
  if (constants.has(name)) {
    const value = constants.get(name)
    return () => value
  }
  if (isScopeName(name)) {
    if (name === 'nodes') {
      return c
        .location(node)
        .fail(
          '`nodes` must be followed by the id or name of a node.',
          'For example `nodes["Fetch order"].output`.',
        )
    }
    c.useScope(name)
    return readScope(name)
  }
  return failUnknownName(name, c.location(node))
}

function isScopeName(name: string): name is ScopeName {
  return (scopeNames as readonly string[]).includes(name)
}

function readScope(name: Exclude<ScopeName, 'nodes'>): Evaluate {
  switch (name) {
    case 'input':
      return (evaluation) => evaluation.scope.input
    case 'previous':
      return (evaluation) => evaluation.scope.previous
    case 'variables':
      return (evaluation) => evaluation.scope.variables
    case 'vars':
      return (evaluation) => evaluation.scope.vars
    case 'execution':
      return (evaluation) => evaluation.scope.execution
    case 'item':
      return (evaluation) => evaluation.scope.item
    case 'index':
      return (evaluation) => evaluation.scope.index
    case 'event':
      return (evaluation) => evaluation.scope.event
    case 'now':
    default:
      return (evaluation) => new DateValue(evaluation.scope.now, 'UTC')
  }
}
