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
import { RunState } from './graph-state.ts'

/** One pass through a graph, as the journal tells of it. */
interface ReplayedIteration {
  readonly state: RunState
  /** Nodes that could run at some time, in this pass. */
  readonly ready: Set<string>
  readonly loop: ReplayedLoop | undefined
  /** The failure that ended the pass, where nothing in it caught it. */
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
 * The passes of a run, told again from its journal, those that are over included: what every step got from before can be
 * asked of them. A `Plan` forgets them, as a run that goes on needs only what is open.
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
    this.#begin('', new RunState(version.graph, { roots, input: execution.input }), undefined)
  }

  /** Whether the step could be the next thing of which the journal tells: its pass is open, and it is ready. */
  expects(place: StepRef): boolean {
    const iteration = this.#iterationAt(place.iteration ?? '')
    return (
      iteration !== undefined &&
      !this.#isGivenUp(iteration) &&
      iteration.ready.has(place.nodeId) &&
      iteration.state.find(place.nodeId) === undefined
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

  /** What the step got from before. */
  previousOf(place: StepRef): JsonValue {
    return this.#iterationAt(place.iteration ?? '')?.state.previousOf(place.nodeId) ?? null
  }

  /** True when nobody waits any more for what happens beside the step. */
  isGivenUp(place: StepRef): boolean {
    const iteration = this.#iterationAt(place.iteration ?? '')
    return iteration === undefined || this.#isGivenUp(iteration)
  }

  #isGivenUp(iteration: ReplayedIteration): boolean {
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
    const state = new RunState(graph, { source: loop.nodeId, handle: EACH_HANDLE, output })
    return this.#begin(path, state, loop)
  }

  #begin(path: string, state: RunState, loop: ReplayedLoop | undefined): ReplayedIteration {
    const iteration = { state, ready: new Set(state.takeReady()), loop, failure: undefined }
    this.#iterations.set(path, iteration)
    return iteration
  }

  /** What the pass gets from the loop. Undefined: it cannot have begun, as the pass before it is not through. */
  #outputBefore({ nodeId, path, iteration, opened }: ReplayedLoop, index: number): JsonValue | undefined {
    if (opened.items !== undefined) return opened.items[index]
    if (index === 0) return iteration.state.previousOf(nodeId)
    const before = this.#iterations.get(iterationPath(path, nodeId, index - 1))
    return before?.state.isFinished === true ? iterationOutput(before.state) : undefined
  }
}
