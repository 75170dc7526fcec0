import type { LogLevel } from '@millrace/contract/execution.ts'
import { ERROR_HANDLE, MAIN_HANDLE } from '#domain/graph/graph.ts'
import type { ExecutionLog } from '#domain/execution.ts'
import type { JsonObject, JsonValue } from '#domain/json.ts'
import { exceedsSize } from '#domain/json-size.ts'
import type { StepFailure, StepRecord } from '#domain/step.ts'
import { ExpressionError } from '#expressions/runtime/problem.ts'
import type { Scope } from '#expressions/runtime/scope.ts'
import type { NodeResult } from '#ports/node-kind.ts'
import type { CompiledNode } from './compile-version.ts'

const MAX_OUTPUT_CHARACTERS = 1024 * 1024

export interface NodeRun {
  readonly record: StepRecord
  /** The failure that ends the run; undefined when the run goes on. */
  readonly fatal: StepFailure | undefined
}

export interface NodeRunContext {
  readonly scope: Scope
  readonly previous: JsonValue
  /** See `NodeCall.scope`. */
  describeScope(): JsonObject
  now(): number
  log(entry: ExecutionLog): void
}

/**
 * Runs one node to its record. What goes wrong inside it is data from here on. Most kinds answer at once, and then so does
 * this: to wait for nothing would cost more than such a node.
 */
export function runNode(compiled: CompiledNode, context: NodeRunContext): NodeRun | Promise<NodeRun> {
  const startedAt = context.now()
  const result = attempt(compiled, context)
  return result instanceof Promise
    ? result.then((later) => toRun(compiled, later, startedAt, context))
    : toRun(compiled, result, startedAt, context)
}

function attempt(compiled: CompiledNode, context: NodeRunContext): NodeResult | Promise<NodeResult> {
  const { node, kind, parameters, validator } = compiled
  if (node.disabled) return { ok: true, output: context.previous }
  try {
    const evaluated = parameters.evaluate(context.scope)
    if (!validator.Check(evaluated)) return refuseParameters(compiled, evaluated)
    const result = kind.run({
      parameters: evaluated,
      previous: context.previous,
      scope: context.describeScope,
      log,
    })
    return result instanceof Promise ? result.then(boundOutput) : boundOutput(result)
  } catch (error) {
    if (error instanceof ExpressionError)
      return { ok: false, code: 'EXPRESSION_FAILED', message: error.message }
    throw error
  }

  function log(level: LogLevel, message: string, data?: JsonObject): void {
    const entry = { at: context.now(), level, message, node_id: node.id }
    context.log(data === undefined ? entry : { ...entry, data })
  }
}

function boundOutput(result: NodeResult): NodeResult {
  return result.ok && exceedsSize(result.output, MAX_OUTPUT_CHARACTERS) ? refuseOutput() : result
}

function toRun(
  { node }: CompiledNode,
  result: NodeResult,
  startedAt: number,
  context: NodeRunContext,
): NodeRun {
  const base = { nodeId: node.id, attempts: 1, startedAt, endedAt: context.now() }
  if (result.ok) {
    const handle = result.handle ?? MAIN_HANDLE
    return {
      record: { ...base, status: 'completed', handle, output: result.output, error: null },
      fatal: undefined,
    }
  }
  const error = { code: result.code, message: result.message }
  context.log({ at: base.endedAt, level: 'error', message: error.message, node_id: node.id })
  const handle = { fail: null, continue: MAIN_HANDLE, branch: ERROR_HANDLE }[node.onError]
  return {
    record: { ...base, status: 'failed', handle, output: { error }, error },
    fatal: node.onError === 'fail' ? error : undefined,
  }
}

function refuseParameters({ validator }: CompiledNode, evaluated: JsonObject): NodeResult {
  const [first] = validator.Errors(evaluated)
  const path = first?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  const missing = (first?.params as { requiredProperties?: string[] } | undefined)?.requiredProperties?.join(
    ', ',
  )
  const message =
    missing === undefined
      ? `The parameter \`${path}\` ${first?.message ?? 'is not valid'}.`
      : `The parameter \`${missing}\` is missing.`
  return { ok: false, code: 'INVALID_PARAMETERS', message }
}

function refuseOutput(): NodeResult {
  return {
    ok: false,
    code: 'OUTPUT_TOO_LARGE',
    message: 'The output is larger than 1 MiB. Keep less, or pass a link to where the data is.',
  }
}
