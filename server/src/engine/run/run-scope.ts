import type { JsonObject, JsonValue, OpenExecution } from '#domain/index.ts'
import type { Scope } from '@millrace/expressions'
import type { CompiledVersion } from '../compile/compile-version.ts'
import type { Iteration, LoopRun, Plan, Task } from '../replay/plan.ts'

/** The links of the waits that an iteration can refer to. */
type LinksFrom = (iteration: Iteration) => JsonObject

/** Builds the scopes of expressions, for one run. */
export class RunScope {
  readonly #open: OpenExecution
  readonly #version: CompiledVersion
  readonly #plan: Plan
  readonly #linksFrom: LinksFrom

  constructor(open: OpenExecution, version: CompiledVersion, plan: Plan, linksFrom: LinksFrom) {
    this.#open = open
    this.#version = version
    this.#plan = plan
    this.#linksFrom = linksFrom
  }

  /** The scope of a step's parameters. */
  ofTask({ iteration, compiled }: Task, now: number): Scope {
    const previous = iteration.state.previousOf(compiled.node.id)
    return this.#make(iteration, previous, now, iteration.item, indexOf(iteration), undefined)
  }

  /** The scope of a loop's condition before its next iteration: it sees the iteration before, and the index of the next. */
  ofLoop(loop: LoopRun, now: number): Scope {
    const iteration = loop.latest ?? loop.task.iteration
    const { item } = loop.task.iteration
    return this.#make(iteration, this.#plan.previousOf(loop), now, item, loop.finished, undefined)
  }

  /** The scope of a wait's condition for an event. */
  ofEvent({ iteration, compiled }: Task, now: number, event: { name: string; data: JsonValue }): Scope {
    const previous = iteration.state.previousOf(compiled.node.id)
    return this.#make(iteration, previous, now, iteration.item, indexOf(iteration), event)
  }

  /** The scope as plain data, for code that cannot read it lazily. */
  describe(scope: Scope): JsonObject {
    const { input, previous, variables, execution, item, index } = scope
    const outputs: Record<string, JsonValue> = {}
    for (const name of this.#version.nodeNames) {
      const found = scope.nodes(name)
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
    iteration: Iteration,
    previous: JsonValue,
    now: number,
    item: JsonValue | undefined,
    index: number | undefined,
    event: JsonValue | undefined,
  ): Scope {
    return new IterationScope(
      this.#open,
      this.#version,
      this.#plan,
      this.#linksFrom,
      iteration,
      previous,
      now,
      item,
      index,
      event,
    )
  }
}

/** A class with getters instead of an object: one is created for every step, and most of it is never read. */
class IterationScope implements Scope {
  readonly previous: JsonValue
  readonly now: number
  readonly item: JsonValue | undefined
  readonly index: number | undefined
  readonly event: JsonValue | undefined
  readonly #open: OpenExecution
  readonly #version: CompiledVersion
  readonly #plan: Plan
  readonly #linksFrom: LinksFrom
  readonly #iteration: Iteration

  constructor(
    open: OpenExecution,
    version: CompiledVersion,
    plan: Plan,
    linksFrom: LinksFrom,
    iteration: Iteration,
    previous: JsonValue,
    now: number,
    item: JsonValue | undefined,
    index: number | undefined,
    event: JsonValue | undefined,
  ) {
    this.#open = open
    this.#version = version
    this.#plan = plan
    this.#linksFrom = linksFrom
    this.#iteration = iteration
    this.previous = previous
    this.now = now
    this.item = item
    this.index = index
    this.event = event
  }

  get input(): JsonObject {
    return this.#open.input
  }

  get variables(): JsonObject {
    return this.#version.variables
  }

  get nodeNames(): readonly string[] {
    return this.#version.nodeNames
  }

  get execution(): JsonObject {
    const { id, workflowId, startedAt } = this.#open
    return {
      id,
      workflow_id: workflowId,
      started_at: new Date(startedAt).toISOString(),
      links: this.#linksFrom(this.#iteration),
    }
  }

  nodes(key: string): { readonly output: JsonValue } | undefined {
    return this.#plan.find(this.#iteration, this.#version.idByName.get(key) ?? key)
  }
}

function indexOf(iteration: Iteration): number | undefined {
  return iteration.loop === undefined ? undefined : iteration.index
}
