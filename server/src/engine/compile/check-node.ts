import type { TObject, TSchema } from 'typebox'
import {
  compileSchema,
  describeMismatches,
  type GraphNode,
  type GraphProblem,
  type JsonValue,
} from '#domain/index.ts'
import type { NodeKind } from '#ports/index.ts'

/**
 * Finds what is wrong with a node before it runs: missing parameters, and constant ones that do not fit their schema. The
 * results of expressions can be checked only when the node runs.
 */
export function checkNode(
  node: GraphNode,
  kind: NodeKind,
  isConstant: (parameter: string) => boolean,
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
    if (value === undefined || !isConstant(name)) continue
    for (const { path, message } of findMismatches(schema, value, name)) {
      report(path, `In node "${node.id}" ${message}`)
    }
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

function findMismatches(schema: TSchema, value: JsonValue, name: string) {
  const validator = compileSchema(schema)
  return validator.Check(value) ? [] : describeMismatches(validator, value, name)
}
