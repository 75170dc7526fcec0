import {
  DONE_HANDLE,
  EACH_HANDLE,
  isResult,
  type JournalEntry,
  type JsonObject,
  type JsonValue,
  type StepFailure,
  type StepOpened,
  type StepRecord,
} from '#domain/index.ts'
import type { CompiledNode, CompiledVersion } from '../compile/compile-version.ts'
import { decideOutput, iterationOutput } from './decide-output.ts'
import { iterationPath, splitIterationPath, stepKey } from '../compile/iteration-path.ts'
import { GraphState } from './graph-state.ts'
import { StepHistory } from './step-history.ts'

/** One pass through a graph: an iteration of a loop, or the root iteration, which is the run itself. */
export interface Iteration {
  readonly path: string
  readonly state: GraphState
  /** The loop it belongs to; undefined for the root iteration. */
  readonly loop: LoopRun | undefined
  readonly index: number
  readonly item: JsonValue | undefined
}

/** A loop that is running. */
export interface LoopRun {
  readonly task: Task
  readonly opened: StepOpened
  /** By index; `undefined` while an iteration has no result. */
  readonly results: (JsonValue | undefined)[]
  readonly iterations: Map<number, Iteration>
  /** The first iteration that may not have started yet. */
  next: number
  finished: number
  /** The iteration that finished last, for conditions that refer to it. */
  latest: Iteration | undefined
}

/** A node that is to run in an iteration. */
export interface Task {
  readonly iteration: Iteration
  readonly compiled: CompiledNode
  readonly key: string
  /** What the journal holds about it from before this process took over. */
  readonly history: StepHistory | undefined
}

export interface Failure extends StepFailure {
  readonly nodeId: string
}

/**
 * What a run has done and what comes next, over all its iterations. Derived from the journal alone: replaying the entries of
 * a run restores its plan.
 */
export class Plan {
  readonly #version: CompiledVersion
  readonly #top: Iteration
  readonly #loops = new Map<string, LoopRun>()
  readonly #histories = new Map<string, StepHistory>()
  #withReady: Iteration[] = []
  readonly #undecided: LoopRun[] = []
  #returned: { readonly value: JsonValue } | undefined
  #count = 0
  #replaying = false

  /** Without any step: `replay` restores those of the journal. */
  constructor(version: CompiledVersion, open: { input: JsonObject; triggerNodeId: string | null }) {
    this.#version = version
    const roots = version.rootsOf(open.triggerNodeId)
    const state = new GraphState(version.graph, { roots, input: open.input })
    this.#top = { path: '', state, loop: undefined, index: 0, item: undefined }
    this.#withReady.push(this.#top)
  }

  /** Number of results so far. */
  get count(): number {
    return this.#count
  }

  /** Nothing is running, and nothing will. */
  get isFinished(): boolean {
    return this.#top.state.isFinished
  }

  /** Steps that can start now; each is handed out once. */
  takeReady(): readonly Task[] {
    if (this.#withReady.length === 0) return NO_TASKS
    const tasks: Task[] = []
    const iterations = this.#withReady
    this.#withReady = []
    for (const iteration of iterations) {
      if (this.isDropped(iteration)) continue
      for (const nodeId of iteration.state.takeReady()) tasks.push(this.#task(iteration, nodeId))
    }
    return tasks
  }

  /** A loop without a running iteration: the caller decides whether another one follows, or what the loop returns. */
  takeUndecided(): LoopRun | undefined {
    for (let loop = this.#undecided.shift(); loop !== undefined; loop = this.#undecided.shift()) {
      if (this.#loops.get(loop.task.key) === loop) return loop
    }
    return undefined
  }

  /** Records a result. The failure of a step that nothing catches goes to `fail` instead. */
  complete(task: Task, record: StepRecord): void {
    const { iteration, compiled } = task
    this.#count += 1
    this.#loops.delete(task.key)
    if (compiled.kind.returns === true && record.status === 'completed') {
      this.#returned ??= { value: record.output }
    }
    iteration.state.record(record)
    if (iteration.state.isFinished) this.#finishIteration(iteration)
    else if (!this.#replaying) this.#withReady.push(iteration)
  }

  /** Starts a loop and its first iterations. */
  open(task: Task, opened: StepOpened): void {
    const loop: LoopRun = {
      task,
      opened,
      results: [],
      iterations: new Map(),
      next: 0,
      finished: 0,
      latest: undefined,
    }
    this.#loops.set(task.key, loop)
    if (!this.#replaying) this.#proceed(loop)
  }

  /** Opens the next iteration of a loop without a list of items. */
  iterate(loop: LoopRun): void {
    if (this.#openIteration(loop, loop.finished) === undefined) this.#undecided.push(loop)
  }

  /** The output of a finished loop: the results of its iterations, in order. */
  resultOf(loop: LoopRun): JsonValue {
    return loop.results.map((result) => result ?? null)
  }

  /** What the next iteration of a loop receives. */
  previousOf(loop: LoopRun): JsonValue {
    if (loop.finished === 0) return loop.task.iteration.state.previousOf(loop.task.compiled.node.id)
    return loop.results[loop.finished - 1] ?? null
  }

  /**
   * Records a failure that its node does not catch. `caught`: the loop around it collects errors. Otherwise the loop around
   * it has failed too, and is returned; `run`: there is none, and the run has failed.
   */
  fail(task: Task, record: StepRecord): { readonly loop: LoopRun } | 'caught' | 'run' {
    const { iteration } = task
    this.#count += 1
    this.#loops.delete(task.key)
    iteration.state.record(record)
    const { loop } = iteration
    if (loop === undefined) return 'run'
    if (!loop.opened.collectErrors) return { loop }
    const { code, message } = record.error ?? UNKNOWN
    this.#finishItem(iteration, loop, { error: { code, message, node_id: record.nodeId } })
    return 'caught'
  }

  /** True when the iteration was abandoned: nothing uses its results. */
  isDropped(iteration: Iteration): boolean {
    for (let at = iteration; at.loop !== undefined; at = at.loop.task.iteration) {
      if (this.#loops.get(at.loop.task.key) !== at.loop || at.loop.iterations.get(at.index) !== at)
        return true
    }
    return false
  }

  /** The output of the run. */
  output(): JsonObject {
    return decideOutput(this.#top.state, this.#returned)
  }

  /** The record of a node as an iteration sees it: the innermost one first. */
  find(iteration: Iteration, nodeId: string): StepRecord | undefined {
    for (let at: Iteration | undefined = iteration; at !== undefined; at = at.loop?.task.iteration) {
      const record = at.state.find(nodeId)
      if (record !== undefined) return record
    }
    return undefined
  }

  #task(iteration: Iteration, nodeId: string): Task {
    const compiled = this.#version.nodes.get(nodeId)
    if (compiled === undefined) throw new Error(`Node ${nodeId} was not compiled.`)
    const key = iteration.path === '' ? compiled.key : stepKey(iteration.path, nodeId)
    return { iteration, compiled, key, history: this.#histories.get(key) }
  }

  #finishIteration(iteration: Iteration): void {
    const { loop } = iteration
    if (loop === undefined) return
    this.#finishItem(iteration, loop, iterationOutput(iteration.state))
  }

  #finishItem(iteration: Iteration, loop: LoopRun, result: JsonValue): void {
    loop.iterations.delete(iteration.index)
    loop.results[iteration.index] = result
    loop.finished += 1
    loop.latest = iteration
    if (!this.#replaying) this.#proceed(loop)
  }

  /** Opens as many iterations as may run concurrently. */
  #proceed(loop: LoopRun): void {
    const { items, concurrency } = loop.opened
    if (items === undefined) {
      if (loop.iterations.size === 0) this.#undecided.push(loop)
      return
    }
    for (; loop.iterations.size < concurrency && loop.next < items.length; loop.next += 1) {
      const isKnown = loop.results[loop.next] !== undefined || loop.iterations.has(loop.next)
      if (!isKnown) this.#openIteration(loop, loop.next)
    }
    if (loop.finished === items.length) this.#undecided.push(loop)
  }

  #openIteration(loop: LoopRun, index: number): Iteration | undefined {
    const { task, opened } = loop
    const { id } = task.compiled.node
    const graph = this.#version.bodies.get(id)
    const item = opened.items?.[index]
    const output = opened.items === undefined ? this.previousOf(loop) : (item ?? null)
    if (graph === undefined || graph.nodes.size === 0) {
      loop.results[index] = output
      loop.finished += 1
      return undefined
    }
    const state = new GraphState(graph, { source: id, handle: EACH_HANDLE, output })
    const iteration: Iteration = {
      path: iterationPath(task.iteration.path, id, index),
      state,
      loop,
      index,
      item,
    }
    loop.iterations.set(index, iteration)
    this.#withReady.push(iteration)
    return iteration
  }

  /** Restores the state after these entries. Pauses after each of them: there can be thousands. */
  *replay(entries: readonly JournalEntry[]): Generator<JournalEntry, void> {
    this.#replaying = true
    for (const entry of entries) {
      yield entry
      const iteration = this.#iterationAt(entry.iteration ?? '')
      if (iteration === undefined) continue
      const task = this.#task(iteration, entry.nodeId)
      if (isResult(entry)) {
        this.#histories.delete(task.key)
        if (entry.handle === null) this.fail(task, entry)
        else this.complete(task, entry)
      } else if (entry.status === 'opened') this.open(task, entry)
      else {
        const history = this.#histories.get(task.key) ?? new StepHistory()
        history.add(entry)
        this.#histories.set(task.key, history)
      }
    }
    this.#replaying = false
    const openLoops = Array.from(this.#loops.values())
    for (const { state, path } of [
      this.#top,
      ...openLoops.flatMap((loop) => [...loop.iterations.values()]),
    ]) {
      // A running loop is not started again.
      state.dropReady((id) => state.find(id) !== undefined || this.#loops.has(stepKey(path, id)))
    }
    for (const loop of openLoops) this.#proceed(loop)
  }

  #iterationAt(path: string): Iteration | undefined {
    if (path === '') return this.#top
    const { loopKey, index } = splitIterationPath(path)
    const loop = this.#loops.get(loopKey)
    if (loop === undefined || loop.results[index] !== undefined) return undefined
    return loop.iterations.get(index) ?? this.#openIteration(loop, index)
  }
}

/** The handle of a loop's result. */
export const LOOP_RESULT_HANDLE = DONE_HANDLE

const NO_TASKS: readonly Task[] = []
const UNKNOWN: StepFailure = { code: 'FAILED', message: 'The step failed.' }
