import type { TObject, TSchema } from 'typebox'
import {
  compileSchema,
  describeMismatch,
  type GraphNode,
  type GraphProblem,
  type JsonValue,
} from '#domain/index.ts'
import type { NodeKind } from '#ports/index.ts'
import type { CompiledParameters } from './compile-parameters.ts'

/**
 * What can be told of a node before it runs: parameters that are missing, and those without an expression that do not fit.
 * What an expression gives is checked when it has given it.
 */
export function checkNode(
  node: GraphNode,
  kind: NodeKind,
  compiled: CompiledParameters,
): readonly GraphProblem[] {
  const problems: GraphProblem[] = []
  const complain = (parameter: string, message: string) =>
    problems.push({ nodeId: node.id, parameter, message })

  const { properties = {}, required = [] } = kind.parameters as Partial<TObject>
  for (const name of required as readonly string[]) {
    if (node.data[name] === undefined) complain(name, `Node "${node.id}" lacks the parameter \`${name}\`.`)
  }
  for (const [name, schema] of Object.entries(properties as Record<string, TSchema>)) {
    const value = node.data[name]
    if (value === undefined || !compiled.isConstant(name)) continue
    const mismatch = findMismatch(schema, value, name)
    if (mismatch !== undefined) complain(mismatch.path, `In node "${node.id}" ${mismatch.message}`)
  }
  for (const { parameter, message } of kind.check?.(node.data) ?? []) {
    complain(parameter, `In node "${node.id}" ${message}`)
  }
  if (kind.isLoop === true && node.retry !== undefined) {
    complain(
      'retry',
      `Node "${node.id}" is a loop, which cannot be retried. Set \`retry\` on the nodes it repeats.`,
    )
  }
  return problems
}

function findMismatch(schema: TSchema, value: JsonValue, name: string) {
  const validator = compileSchema(schema)
  if (validator.Check(value)) return undefined
  return describeMismatch(validator, value, name)
}
