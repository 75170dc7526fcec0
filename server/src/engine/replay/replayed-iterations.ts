import {
  EACH_HANDLE,
  isResult,
  type JournalEntry,
  type JsonObject,
  type JsonValue,
  type StepOpened,
  type StepRef,
  type StepRecord,
} from '#domain/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { iterationOutput } from './decide-output.ts'
import { iterationPath, splitIterationPath, stepKey } from '../compile/iteration-path.ts'
import { GraphState } from './graph-state.ts'

/** One iteration, rebuilt from the journal. */
interface ReplayedIteration {
  readonly state: GraphState
  /** Nodes that became ready at any time. */
  readonly ready: Set<string>
  readonly loop: ReplayedLoop | undefined
  /** The failure that ended the iteration, unless something caught it. */
  failure: StepRecord | undefined
}

interface ReplayedLoop {
  readonly nodeId: string
  readonly path: string
  readonly iteration: ReplayedIteration
  readonly opened: StepOpened
  isOver: boolean
}

/**
 * All iterations of a run, rebuilt from its journal, finished ones included: they know the input of every step. A `Plan`
 * drops finished iterations, because a run needs only open ones.
 */
export class ReplayedIterations {
  readonly #version: CompiledVersion
  readonly #iterations = new Map<string, ReplayedIteration>()
  readonly #loops = new Map<string, ReplayedLoop>()

  constructor(
    version: CompiledVersion,
    execution: { readonly input: JsonObject; readonly triggerNodeId: string | null },
  ) {
    this.#version = version
    const roots = version.rootsOf(execution.triggerNodeId)
    this.#begin('', new GraphState(version.graph, { roots, input: execution.input }), undefined)
  }

  /** Whether the step could come next in the journal: its iteration is open, and it is ready. */
  expects(step: StepRef): boolean {
    const iteration = this.#iterationAt(step.iteration ?? '')
    return (
      iteration !== undefined &&
      !this.#isAbandoned(iteration) &&
      iteration.ready.has(step.nodeId) &&
      iteration.state.find(step.nodeId) === undefined
    )
  }

  add(entry: JournalEntry): void {
    const iteration = this.#iterationAt(entry.iteration ?? '')
    if (iteration === undefined) return
    const path = entry.iteration ?? ''
    const key = stepKey(path, entry.nodeId)
    if (entry.status === 'opened') {
      this.#loops.set(key, { nodeId: entry.nodeId, path, iteration, opened: entry, isOver: false })
    } else if (isResult(entry)) {
      const loop = this.#loops.get(key)
      if (loop !== undefined) loop.isOver = true
      if (entry.handle === null) iteration.failure = entry
      iteration.state.record(entry)
      for (const id of iteration.state.takeReady()) iteration.ready.add(id)
    }
  }

  /** What the step received from the nodes before it. */
  previousOf(step: StepRef): JsonValue {
    return this.#iterationAt(step.iteration ?? '')?.state.previousOf(step.nodeId) ?? null
  }

  /** True when the iteration of the step was abandoned. */
  isAbandoned(step: StepRef): boolean {
    const iteration = this.#iterationAt(step.iteration ?? '')
    return iteration === undefined || this.#isAbandoned(iteration)
  }

  #isAbandoned(iteration: ReplayedIteration): boolean {
    for (let at: ReplayedIteration | undefined = iteration; at !== undefined; at = at.loop?.iteration) {
      if (at.failure !== undefined || at.loop?.isOver === true) return true
    }
    return false
  }

  #iterationAt(path: string): ReplayedIteration | undefined {
    const known = this.#iterations.get(path)
    if (known !== undefined) return known
    const { loopKey, index } = splitIterationPath(path)
    const loop = this.#loops.get(loopKey)
    const graph = loop && this.#version.bodies.get(loop.nodeId)
    if (loop === undefined || graph === undefined) return undefined
    const output = this.#outputBefore(loop, index)
    if (output === undefined) return undefined
    const state = new GraphState(graph, { source: loop.nodeId, handle: EACH_HANDLE, output })
    return this.#begin(path, state, loop)
  }

  #begin(path: string, state: GraphState, loop: ReplayedLoop | undefined): ReplayedIteration {
    const iteration = { state, ready: new Set(state.takeReady()), loop, failure: undefined }
    this.#iterations.set(path, iteration)
    return iteration
  }

  /** What the iteration receives from the loop. Undefined: it cannot have started, because the one before is not finished. */
  #outputBefore({ nodeId, path, iteration, opened }: ReplayedLoop, index: number): JsonValue | undefined {
    if (opened.items !== undefined) return opened.items[index]
    if (index === 0) return iteration.state.previousOf(nodeId)
    const before = this.#iterations.get(iterationPath(path, nodeId, index - 1))
    return before?.state.isFinished === true ? iterationOutput(before.state) : undefined
  }
}
