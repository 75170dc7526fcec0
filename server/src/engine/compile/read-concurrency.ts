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

/** How many runs of a trigger may run concurrently. */
export interface Concurrency {
  readonly limit: number
  readonly onLimit: OnLimit
  /** Runs are limited per key; undefined: all runs of the trigger together. */
  readonly key: CompiledValue | undefined
}

/**
 * Reads `concurrency` of a trigger; undefined when there is none, or it is invalid. The schema of the node reports what is
 * invalid, together with its other parameters; this adds problems of the key's expression.
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
    const message = `Parameter \`${parameter}\` of node "${node.id}": ${describeProblem(problem)}`
    problems.push({ nodeId: node.id, parameter, message })
  }
  return undefined
}

interface KeyContext {
  readonly variables: JsonObject
  /** The variables of the account. */
  readonly vars: JsonObject
  readonly nodeNames: readonly string[]
}

/** The value by which runs of a trigger share their limit. Throws ExpressionError. */
export function concurrencyKey(
  { key }: Concurrency,
  open: OpenExecution,
  { variables, vars, nodeNames }: KeyContext,
  now: number,
): JsonValue {
  if (key === undefined) return null
  const scope: Scope = {
    input: open.input,
    previous: open.input,
    nodes: () => undefined,
    nodeNames,
    variables,
    vars,
    execution: { id: open.id, workflow_id: open.workflowId },
    now,
  }
  return key.evaluate(scope)
}
