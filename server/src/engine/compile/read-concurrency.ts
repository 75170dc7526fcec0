import {
  type GraphNode,
  type GraphProblem,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ON_LIMIT,
  type OnLimit,
  type OpenExecution,
} from '#domain/index.ts'
import { type CompiledValue, compileValue, describeProblem, type Scope } from '@millrace/expressions'

/** How many runs that a trigger starts may go on at the same time. */
export interface Concurrency {
  readonly limit: number
  readonly onLimit: OnLimit
  /** Runs with different keys do not count for each other; undefined: all count. */
  readonly key: CompiledValue | undefined
}

/**
 * Reads `concurrency` of a trigger; undefined when it has none, or one that cannot be read. What does not fit the schema of
 * the node is told with its other parameters.
 */
export function readConcurrency(node: GraphNode, problems: GraphProblem[]): Concurrency | undefined {
  const { concurrency } = node.data
  if (!isJsonObject(concurrency)) return undefined
  const { limit, key, on_limit: wanted = 'queue' } = concurrency
  const onLimit = ON_LIMIT.find((known) => known === wanted)
  if (typeof limit !== 'number' || onLimit === undefined) return undefined
  if (key === undefined || key === null) return { limit, onLimit, key: undefined }
  const compiled = compileValue(key)
  if (compiled.ok) return { limit, onLimit, key: compiled.value }
  for (const problem of compiled.errors) {
    const parameter = 'concurrency.key'
    const message = `\`${parameter}\` of node "${node.id}": ${describeProblem(problem)}`
    problems.push({ nodeId: node.id, parameter, message })
  }
  return undefined
}

/** What the runs of a trigger have in common that count for each other. Throws ExpressionError. */
export function keyOfRun(
  { key }: Concurrency,
  open: OpenExecution,
  { variables, nodeNames }: { readonly variables: JsonObject; readonly nodeNames: readonly string[] },
  now: number,
): JsonValue {
  if (key === undefined) return null
  const scope: Scope = {
    input: open.input,
    previous: open.input,
    nodes: () => undefined,
    nodeNames,
    variables,
    execution: { id: open.id, workflow_id: open.workflowId },
    now,
  }
  return key.evaluate(scope)
}
