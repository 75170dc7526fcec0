import type { JsonObject, JsonValue } from '#domain/json.ts'
import type { Scope } from '#expressions/runtime/scope.ts'
import type { OpenExecution } from '#ports/execution-store.ts'
import type { CompiledVersion } from './compile-version.ts'
import type { Frame, LoopRun, Plan, Task } from './plan.ts'

/** Makes what expressions see, for one run. */
export class RunScope {
  readonly #open: OpenExecution
  readonly #version: CompiledVersion
  readonly #plan: Plan

  constructor(open: OpenExecution, version: CompiledVersion, plan: Plan) {
    this.#open = open
    this.#version = version
    this.#plan = plan
  }

  /** What the parameters of a step see. */
  ofTask({ frame, compiled }: Task, now: number): Scope {
    return this.#make(frame, frame.state.previousOf(compiled.node.id), now, frame.item, indexOf(frame))
  }

  /** What the condition of a loop sees before its next pass: the pass before, and which one comes. */
  ofLoop(loop: LoopRun, now: number): Scope {
    const frame = loop.latest ?? loop.task.frame
    return this.#make(frame, this.#plan.previousOf(loop), now, loop.task.frame.item, loop.finished)
  }

  /** What the condition of a wait sees of an event that came. */
  ofEvent(task: Task, now: number, event: { name: string; data: JsonValue }): Scope {
    const scope = this.ofTask(task, now)
    // Not spread: `execution` is a getter, and would be made for nothing.
    return Object.defineProperty(Object.create(scope) as Scope, 'event', {
      value: { name: event.name, data: event.data },
    })
  }

  /** The scope as plain data, for what is no expression and cannot ask for one thing after the other. */
  describe({ input, previous, nodes, variables, execution, item, index }: Scope): JsonObject {
    const outputs: Record<string, JsonValue> = {}
    for (const name of this.#version.nodeNames) {
      const found = nodes(name)
      if (found !== undefined) outputs[name] = { output: found.output }
    }
    return {
      input,
      previous,
      nodes: outputs,
      variables,
      execution,
      ...(item !== undefined && { item }),
      ...(index !== undefined && { index }),
    }
  }

  #make(
    frame: Frame,
    previous: JsonValue,
    now: number,
    item: JsonValue | undefined,
    index: number | undefined,
  ): Scope {
    const open = this.#open
    const version = this.#version
    const plan = this.#plan
    return {
      input: open.input,
      previous,
      nodes: (key) => plan.find(frame, version.idByName.get(key) ?? key),
      nodeNames: version.nodeNames,
      variables: version.variables,
      // Made when an expression asks for it; most never do.
      get execution() {
        return describeExecution(open)
      },
      item,
      index,
      now,
    }
  }
}

function indexOf(frame: Frame): number | undefined {
  return frame.loop === undefined ? undefined : frame.index
}

/** What expressions see as `execution`. */
function describeExecution({ id, workflowId, startedAt }: OpenExecution): JsonObject {
  return { id, workflow_id: workflowId, started_at: new Date(startedAt).toISOString() }
}
