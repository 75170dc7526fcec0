import type { ExecutionError } from '@millrace/contract/execution.ts'
import type { ExecutionLog } from '#domain/execution.ts'
import type { JsonObject, JsonValue } from '#domain/json.ts'
import type { StepRecord } from '#domain/step.ts'
import type { Scope } from '#expressions/runtime/scope.ts'
import type { Clock } from '#ports/clock.ts'
import type { Checkpoint, OpenExecution } from '#ports/execution-store.ts'
import type { CompiledVersion } from './compile-version.ts'
import { decideOutput } from './decide-output.ts'
import { runNode } from './run-node.ts'
import { RunState } from './run-state.ts'

/**
 * Takes an execution from what is recorded of it to its end and tells what to write: one checkpoint, so a run whose
 * nodes are all pure costs two commits, its acceptance and this.
 */
export async function advance(
  open: OpenExecution,
  version: CompiledVersion,
  clock: Clock,
): Promise<Checkpoint> {
  const logs: ExecutionLog[] = []
  if (version.problems.length > 0) return refuse(open, version, clock, logs)

  const state = new RunState(version.graph, open.steps)
  const steps: StepRecord[] = []
  for (let ready = state.takeReady(); ready.length > 0; ready = state.takeReady()) {
    for (const id of ready) {
      const compiled = version.nodes.get(id)
      if (compiled === undefined) throw new Error(`Node ${id} was not compiled.`)
      const previous = state.previousOf(id, open.input)
      const now = clock.now()
      const scope = scopeOf(open, version, state, previous, now)
      const run = runNode(compiled, {
        scope,
        previous,
        describeScope: () => describeScope(scope, version),
        now: () => clock.now(),
        log: (entry) => logs.push(entry),
      })
      const { record, fatal } = run instanceof Promise ? await run : run
      state.record(record)
      steps.push(record)
      if (fatal !== undefined) return end(open, clock, steps, logs, {}, { ...fatal, node_id: id })
    }
  }
  const ran = state.count === 1 ? '1 node' : `${state.count} nodes`
  logs.push({ at: clock.now(), level: 'info', message: `Completed: ${ran} ran.`, node_id: null })
  return end(open, clock, steps, logs, decideOutput(state, version), null)
}

/** What cannot run says everything that has to be mended, at once. */
function refuse(
  open: OpenExecution,
  version: CompiledVersion,
  clock: Clock,
  logs: ExecutionLog[],
): Checkpoint {
  for (const { nodeId, message } of version.problems) {
    logs.push({ at: clock.now(), level: 'error', message, node_id: nodeId })
  }
  const [first] = version.problems
  const more = version.problems.length > 1 ? ` (and ${version.problems.length - 1} more; see the log)` : ''
  const error = {
    code: 'INVALID_WORKFLOW',
    message: `${first?.message ?? 'The workflow cannot run.'}${more}`,
    node_id: first?.nodeId ?? null,
  }
  return end(open, clock, [], logs, {}, error)
}

export function failUnexpectedly(open: OpenExecution, clock: Clock): Checkpoint {
  const message =
    'The service met a defect of its own while it ran this. Its log has the details under the execution id.'
  const logs: ExecutionLog[] = [{ at: clock.now(), level: 'error', message, node_id: null }]
  return end(open, clock, [], logs, {}, { code: 'INTERNAL_ERROR', message, node_id: null })
}

function end(
  open: OpenExecution,
  clock: Clock,
  steps: readonly StepRecord[],
  logs: readonly ExecutionLog[],
  output: JsonObject,
  error: ExecutionError | null,
): Checkpoint {
  return {
    executionId: open.id,
    owner: open.owner,
    sequence: open.sequence,
    steps,
    logs,
    end: {
      status: error === null ? 'completed' : 'failed',
      // A clock that was set back must not make a run end before it began.
      completedAt: Math.max(clock.now(), open.startedAt),
      output,
      error,
    },
  }
}

/** What expressions see as `execution`. */
function describeExecution({ id, workflowId, startedAt }: OpenExecution): JsonObject {
  return { id, workflow_id: workflowId, started_at: new Date(startedAt).toISOString() }
}

function scopeOf(
  open: OpenExecution,
  version: CompiledVersion,
  state: RunState,
  previous: JsonValue,
  now: number,
): Scope {
  return {
    input: open.input,
    previous,
    nodes: (key) => state.find(version.idByName.get(key) ?? key),
    nodeNames: version.nodeNames,
    variables: version.variables,
    // Made when an expression asks for it; most never do.
    get execution() {
      return describeExecution(open)
    },
    now,
  }
}

/** The scope as plain data, for what is no expression and cannot ask for one thing after the other. */
function describeScope(
  { input, previous, nodes, variables, execution }: Scope,
  version: CompiledVersion,
): JsonObject {
  const outputs: Record<string, JsonValue> = {}
  for (const name of version.nodeNames) {
    const found = nodes(name)
    if (found !== undefined) outputs[name] = { output: found.output }
  }
  return { input, previous, nodes: outputs, variables, execution }
}
