import type { JsonObject, JsonValue, OpenExecution } from '#domain/index.ts'
import type { Scope } from '@millrace/expressions'
import type { CompiledVersion } from '../compile/compile-version.ts'
import type { Iteration, LoopRun, Plan, Task } from '../replay/plan.ts'

/** The links of the waits that an iteration can refer to. */
type LinksFrom = (iteration: Iteration) => JsonObject

export interface RunScopeDeps {
  readonly open: OpenExecution
  readonly version: CompiledVersion
  readonly plan: Plan
  /** The variables of the account, as the run sees them from its start to its end. */
  readonly vars: JsonObject
  readonly linksFrom: LinksFrom
}

/** Builds the scopes of expressions, for one run. */
export class RunScope {
  readonly #open: OpenExecution
  readonly #version: CompiledVersion
  readonly #plan: Plan
  readonly #vars: JsonObject
  readonly #linksFrom: LinksFrom

  constructor({ open, version, plan, vars, linksFrom }: RunScopeDeps) {
    this.#open = open
    this.#version = version
    this.#plan = plan
    this.#vars = vars
    this.#linksFrom = linksFrom
  }

  /** The scope of a step's parameters. */
  ofTask({ iteration, compiled }: Task, now: number): Scope {
    const previous = iteration.state.previousOf(compiled.node.id)
    const { id: nodeId } = compiled.node
    return this.#make(iteration, { previous, now, item: iteration.item, index: indexOf(iteration), nodeId })
  }

  /** The scope of a loop's condition before its next iteration: it sees the iteration before, and the index of the next. */
  ofLoop(loop: LoopRun, now: number): Scope {
    const iteration = loop.latest ?? loop.task.iteration
    const { item } = loop.task.iteration
    const { id: nodeId } = loop.task.compiled.node
    return this.#make(iteration, {
      previous: this.#plan.previousOf(loop),
      now,
      item,
      index: loop.finished,
      nodeId,
    })
  }

  /** The scope of a wait's condition for an event. */
  ofEvent({ iteration, compiled }: Task, now: number, event: { name: string; data: JsonValue }): Scope {
    const previous = iteration.state.previousOf(compiled.node.id)
    const { id: nodeId } = compiled.node
    return this.#make(iteration, {
      previous,
      now,
      item: iteration.item,
      index: indexOf(iteration),
      event,
      nodeId,
    })
  }

  /** The scope as plain data, for code that cannot read it lazily. */
  describe(scope: Scope): JsonObject {
    const { input, previous, variables, vars, execution, item, index } = scope
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
      vars,
      execution,
      ...(item !== undefined && { item }),
      ...(index !== undefined && { index }),
    }
  }

  #make(iteration: Iteration, view: StepView): Scope {
    return new IterationScope(this, iteration, view)
  }

  // What scopes read of the run.

  get open(): OpenExecution {
    return this.#open
  }

  get version(): CompiledVersion {
    return this.#version
  }

  get vars(): JsonObject {
    return this.#vars
  }

  find(iteration: Iteration, nodeId: string): { readonly output: JsonValue } | undefined {
    return this.#plan.find(iteration, nodeId)
  }

  linksFrom(iteration: Iteration): JsonObject {
    return this.#linksFrom(iteration)
  }
}

/** What differs between the scopes of one run. */
interface StepView {
  readonly previous: JsonValue
  readonly now: number
  readonly item: JsonValue | undefined
  readonly index: number | undefined
  readonly event?: JsonValue
  readonly nodeId: string
}

/** A class with getters instead of an object: one is created for every step, and most of it is never read. */
class IterationScope implements Scope {
  readonly previous: JsonValue
  readonly now: number
  readonly item: JsonValue | undefined
  readonly index: number | undefined
  readonly event: JsonValue | undefined
  readonly #run: RunScope
  readonly #iteration: Iteration
  readonly #nodeId: string

  constructor(run: RunScope, iteration: Iteration, { previous, now, item, index, event, nodeId }: StepView) {
    this.#nodeId = nodeId
    this.#run = run
    this.#iteration = iteration
    this.previous = previous
    this.now = now
    this.item = item
    this.index = index
    this.event = event
  }

  get seed(): string {
    return `${this.#run.open.id} ${this.#iteration.path} ${this.#nodeId}`
  }

  get input(): JsonObject {
    return this.#run.open.input
  }

  get variables(): JsonObject {
    return this.#run.version.variables
  }

  get vars(): JsonObject {
    return this.#run.vars
  }

  get nodeNames(): readonly string[] {
    return this.#run.version.nodeNames
  }

  get execution(): JsonObject {
    const { id, workflowId, startedAt } = this.#run.open
    return {
      id,
      workflow_id: workflowId,
      started_at: new Date(startedAt).toISOString(),
      links: this.#run.linksFrom(this.#iteration),
    }
  }

  nodes(key: string): { readonly output: JsonValue } | undefined {
    return this.#run.find(this.#iteration, this.#run.version.idByName.get(key) ?? key)
  }
}

function indexOf(iteration: Iteration): number | undefined {
  return iteration.loop === undefined ? undefined : iteration.index
}
