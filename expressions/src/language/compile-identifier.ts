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
    return (run) => run.locals[slot]
  }
  if (constants.has(name)) {
    const value = constants.get(name)
    return () => value
  }
  if (isScopeName(name)) {
    if (name === 'nodes') {
      return c
        .location(node)
        .fail('`nodes` needs the id or name of a node.', 'For example `nodes["Fetch order"].output`.')
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
      return (run) => run.scope.input
    case 'previous':
      return (run) => run.scope.previous
    case 'variables':
      return (run) => run.scope.variables
    case 'execution':
      return (run) => run.scope.execution
    case 'item':
      return (run) => run.scope.item
    case 'index':
      return (run) => run.scope.index
    case 'event':
      return (run) => run.scope.event
    case 'now':
    default:
      return (run) => new DateValue(run.scope.now, 'UTC')
  }
}
