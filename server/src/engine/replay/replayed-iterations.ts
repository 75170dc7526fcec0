import {
  EACH_HANDLE,
  isResult,
  type JournalEntry,
  type JsonObject,
  type JsonValue,
  type StepOpened,
  type StepPlace,
  type StepRecord,
} from '#domain/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { frameOutput } from './decide-output.ts'
import { framePath, splitFramePath, stepKey } from '../compile/iteration-path.ts'
import { RunState } from './graph-state.ts'

/** One pass through a graph, as the journal tells of it. */
interface ReplayedFrame {
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
  readonly frame: ReplayedFrame
  readonly opened: StepOpened
  isOver: boolean
}

/**
 * The passes of a run, told again from its journal, those that are over included: what every step got from before can be
 * asked of them. A `Plan` forgets them, as a run that goes on needs only what is open.
 */
export class ReplayedFrames {
  readonly #version: CompiledVersion
  readonly #frames = new Map<string, ReplayedFrame>()
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
  expects(place: StepPlace): boolean {
    const frame = this.#frameAt(place.frame ?? '')
    return (
      frame !== undefined &&
      !this.#isGivenUp(frame) &&
      frame.ready.has(place.nodeId) &&
      frame.state.find(place.nodeId) === undefined
    )
  }

  add(entry: JournalEntry): void {
    const frame = this.#frameAt(entry.frame ?? '')
    if (frame === undefined) return
    const path = entry.frame ?? ''
    const key = stepKey(path, entry.nodeId)
    if (entry.status === 'opened') {
      this.#loops.set(key, { nodeId: entry.nodeId, path, frame, opened: entry, isOver: false })
    } else if (isResult(entry)) {
      const loop = this.#loops.get(key)
      if (loop !== undefined) loop.isOver = true
      if (entry.handle === null) frame.failure = entry
      frame.state.record(entry)
      for (const id of frame.state.takeReady()) frame.ready.add(id)
    }
  }

  /** What the step got from before. */
  previousOf(place: StepPlace): JsonValue {
    return this.#frameAt(place.frame ?? '')?.state.previousOf(place.nodeId) ?? null
  }

  /** True when nobody waits any more for what happens beside the step. */
  isGivenUp(place: StepPlace): boolean {
    const frame = this.#frameAt(place.frame ?? '')
    return frame === undefined || this.#isGivenUp(frame)
  }

  #isGivenUp(frame: ReplayedFrame): boolean {
    for (let at: ReplayedFrame | undefined = frame; at !== undefined; at = at.loop?.frame) {
      if (at.failure !== undefined || at.loop?.isOver === true) return true
    }
    return false
  }

  #frameAt(path: string): ReplayedFrame | undefined {
    const known = this.#frames.get(path)
    if (known !== undefined) return known
    const { loopKey, index } = splitFramePath(path)
    const loop = this.#loops.get(loopKey)
    const graph = loop && this.#version.bodies.get(loop.nodeId)
    if (loop === undefined || graph === undefined) return undefined
    const output = this.#outputBefore(loop, index)
    if (output === undefined) return undefined
    const state = new RunState(graph, { source: loop.nodeId, handle: EACH_HANDLE, output })
    return this.#begin(path, state, loop)
  }

  #begin(path: string, state: RunState, loop: ReplayedLoop | undefined): ReplayedFrame {
    const frame = { state, ready: new Set(state.takeReady()), loop, failure: undefined }
    this.#frames.set(path, frame)
    return frame
  }

  /** What the pass gets from the loop. Undefined: it cannot have begun, as the pass before it is not through. */
  #outputBefore({ nodeId, path, frame, opened }: ReplayedLoop, index: number): JsonValue | undefined {
    if (opened.items !== undefined) return opened.items[index]
    if (index === 0) return frame.state.previousOf(nodeId)
    const before = this.#frames.get(framePath(path, nodeId, index - 1))
    return before?.state.isFinished === true ? frameOutput(before.state) : undefined
  }
}
