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
 * Finds what is wrong with a node before it runs: missing parameters, and constant ones that do not fit their schema. The
 * results of expressions can be checked only when the node runs.
 */
export function checkNode(
  node: GraphNode,
  kind: NodeKind,
  compiled: CompiledParameters,
): readonly GraphProblem[] {
  const problems: GraphProblem[] = []
  const report = (parameter: string, message: string) =>
    problems.push({ nodeId: node.id, parameter, message })

  const { properties = {}, required = [] } = kind.parameters as Partial<TObject>
  for (const name of required as readonly string[]) {
    if (node.data[name] === undefined) report(name, `Node "${node.id}" needs the parameter \`${name}\`.`)
  }
  for (const [name, schema] of Object.entries(properties as Record<string, TSchema>)) {
    const value = node.data[name]
    if (value === undefined || !compiled.isConstant(name)) continue
    const mismatch = findMismatch(schema, value, name)
    if (mismatch !== undefined) report(mismatch.path, `In node "${node.id}" ${mismatch.message}`)
  }
  for (const { parameter, message } of kind.check?.(node.data) ?? []) {
    report(parameter, `In node "${node.id}" ${message}`)
  }
  if (kind.isLoop === true && node.retry !== undefined) {
    report(
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
