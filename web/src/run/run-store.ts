import type { StepOutline, Timeline } from '@millrace/contract/execution-timeline.ts'
import type { GraphDocument } from '../graph/types.ts'
import { type FollowDeps, hasEnded, RunFollower, type RunState } from './follow-run.ts'
import { OverlayBuilder, type RunOverlay } from './run-overlay.ts'

/** Calls back before the next repaint, or at once where the page is not shown. */
export type Schedule = (update: () => void) => void

export interface RunStoreOptions {
  readonly executionId: string
  readonly deps: Omit<FollowDeps, 'onChange'>
  readonly schedule: Schedule
  readonly onTimeline?: (timeline: Timeline) => void
}

/** The state of a run for components: changes of an animation frame arrive together. */
export class RunStore {
  readonly executionId: string
  readonly #follower: RunFollower
  readonly #schedule: Schedule
  readonly #listeners = new Set<() => void>()
  readonly #builder = new OverlayBuilder()
  /** What the overlay does not have yet. */
  readonly #changed: StepOutline[] = []
  #shown: RunState
  #isScheduled = false
  #overlay: { state: RunState; document: GraphDocument | undefined; overlay: RunOverlay } | undefined
  #stop: AbortController | undefined

  constructor({ executionId, deps, schedule, onTimeline }: RunStoreOptions) {
    this.executionId = executionId
    this.#schedule = schedule
    this.#follower = new RunFollower({
      ...deps,
      timeline: async (signal) => {
        const timeline = await deps.timeline(signal)
        onTimeline?.(timeline)
        return timeline
      },
      onChange: (changed) => this.#queue(changed),
    })
    this.#shown = this.#follower.state
  }

  /** Follows the run while somebody subscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#stop === undefined) {
      this.#stop = new AbortController()
      void this.#follower.run(this.#stop.signal)
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#stop?.abort()
      this.#stop = undefined
    }
  }

  readonly state = (): RunState => this.#shown

  overlay(document: GraphDocument | undefined): RunOverlay {
    const known = this.#overlay
    if (known !== undefined && known.state === this.#shown && known.document === document)
      return known.overlay
    const { timeline } = this.#shown
    const isLive = timeline !== undefined && !hasEnded(timeline.execution)
    const startedAt = timeline === undefined ? 0 : Date.parse(timeline.execution.started_at)
    for (const step of this.#changed) this.#builder.add(step, startedAt)
    this.#changed.length = 0
    const overlay = this.#builder.overlay(document, { executionId: this.executionId, isLive })
    this.#overlay = { state: this.#shown, document, overlay }
    return overlay
  }

  #queue(changed: readonly StepOutline[]): void {
    for (const step of changed) this.#changed.push(step)
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#schedule(() => {
      this.#isScheduled = false
      this.#shown = this.#follower.state
      for (const listener of this.#listeners) listener()
    })
  }
}
