import { startOf } from '../step-times.ts'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { type GraphDocument, handleOf } from '../../graph/types.ts'
import { iterationOf, splitIteration, stepKeyOf } from '../iteration-path.ts'
import type { TimelineTree } from './timeline-tree.ts'

/**
 * When a step could have started: after the last predecessor in its iteration, with the start of its loop, or with the run.
 * The time from there to its start it spent in a queue.
 */
export class ReadyTimes {
  readonly #tree: TimelineTree
  readonly #runStart: number
  readonly #before = new Map<string, { source: string; handle: string }[]>()

  constructor(tree: TimelineTree, document: GraphDocument | undefined, runStart: number) {
    this.#tree = tree
    this.#runStart = runStart
    for (const edge of document?.edges ?? []) {
      const known = this.#before.get(edge.target)
      const incoming = { source: edge.source, handle: handleOf(edge) }
      if (known === undefined) this.#before.set(edge.target, [incoming])
      else known.push(incoming)
    }
  }

  of(step: StepOutline): number | undefined {
    // A step that a retry took over has the times of another run.
    if (step.reused) return undefined
    const path = iterationOf(step)
    let ready = Number.NEGATIVE_INFINITY
    for (const { source, handle } of this.#before.get(step.node_id) ?? []) {
      const before = this.#tree.steps.get(stepKeyOf(path, source))?.step
      if (before?.ended_at == null || before.handle !== handle || before.reused) continue
      ready = Math.max(ready, Date.parse(before.ended_at))
    }
    if (ready !== Number.NEGATIVE_INFINITY) return ready
    if (path === '') return this.#before.has(step.node_id) ? undefined : this.#runStart
    const loop = this.#tree.steps.get(splitIteration(path).loopKey)?.step
    return loop === undefined ? undefined : Math.max(this.#runStart, startOf(loop))
  }
}
