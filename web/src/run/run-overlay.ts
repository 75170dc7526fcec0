import { workOf } from './step-times.ts'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { edgeKey, type GraphDocument, type GraphEdge, handleOf } from '../graph/types.ts'
import { iterationOf, nodeOfKey, splitIteration } from './iteration-path.ts'
import { stepsAt } from './step-at.ts'

/** What a run did at a node, over all iterations. */
export interface NodeRun {
  readonly status: StepOutline['status']
  readonly steps: number
  readonly completed: number
  readonly failed: number
  /** Of the step; of several steps, the average. Null until all steps have ended. */
  readonly durationMs: number | null
  /** The longest of several steps; null for one, and until all have ended. */
  readonly longestMs: number | null
  /** The most attempts of a step. */
  readonly attempts: number
  /** The number of items of a loop or of a list; null for several steps. */
  readonly items: number | null
  readonly pinned: boolean
  readonly reused: boolean
  readonly error?: NonNullable<StepOutline['error']>
  readonly waiting?: NonNullable<StepOutline['waiting']>
  /** The step to show for the node: one that failed, or else the last. */
  readonly lastStepKey: string
}

/** What a run did, for the graph of its workflow. */
export interface RunOverlay {
  readonly executionId: string
  readonly nodes: ReadonlyMap<string, NodeRun>
  /** By `edgeKey`. */
  readonly edges: ReadonlyMap<string, { readonly taken: number }>
  readonly isLive: boolean
}

/** Of the steps that have ended. */
interface Times {
  steps: number
  totalMs: number
  longestMs: number
}

interface Totals {
  readonly byStatus: Record<StepOutline['status'], number>
  readonly taken: Map<string, number>
  steps: number
  attempts: number
  /** How long the steps of this run took, and those that a retry took over. */
  readonly own: Times
  readonly kept: Times
  pinned: number
  reused: number
  last: StepOutline
  failed: StepOutline | undefined
  waiting: StepOutline | undefined
  /** The loop that the node belongs to. */
  loop: string | undefined
}

/** The first of these that a step of the node has. */
const BY_URGENCY = ['running', 'retrying', 'waiting', 'failed', 'aborted', 'completed'] as const

/** Adds up steps per node. A changed step replaces its earlier state, so a live run costs what changes. */
export class OverlayBuilder {
  readonly #steps = new Map<string, StepOutline>()
  readonly #nodes = new Map<string, Totals>()
  readonly #shown = new Map<string, NodeRun>()

  add(step: StepOutline, startedAt: number): void {
    const before = this.#steps.get(step.key)
    const totals = this.#nodes.get(step.node_id) ?? newTotals(step)
    this.#nodes.set(step.node_id, totals)
    if (before !== undefined) count(totals, before, -1, startedAt)
    count(totals, step, 1, startedAt)
    this.#steps.set(step.key, step)
    this.#shown.delete(step.node_id)
  }

  overlay(
    document: GraphDocument | undefined,
    { executionId, isLive }: { executionId: string; isLive: boolean },
  ): RunOverlay {
    for (const [id, totals] of this.#nodes) {
      if (!this.#shown.has(id)) this.#shown.set(id, summarize(totals))
    }
    const edges = new Map<string, { taken: number }>()
    for (const edge of document?.edges ?? []) {
      const taken = this.#taken(edge)
      if (taken > 0) edges.set(edgeKey(edge), { taken })
    }
    return { executionId, nodes: new Map(this.#shown), edges, isLive }
  }

  #taken(edge: GraphEdge): number {
    const handle = handleOf(edge)
    const target = this.#nodes.get(edge.target)
    // A loop leaves at `each` once per iteration, which only the steps of the iterations show.
    if (handle === 'each' && target?.loop === edge.source) return target.steps
    return this.#nodes.get(edge.source)?.taken.get(handle) ?? 0
  }
}

function newTotals(step: StepOutline): Totals {
  const path = iterationOf(step)
  return {
    byStatus: { running: 0, waiting: 0, retrying: 0, completed: 0, failed: 0, aborted: 0 },
    taken: new Map(),
    steps: 0,
    attempts: 0,
    own: { steps: 0, totalMs: 0, longestMs: 0 },
    kept: { steps: 0, totalMs: 0, longestMs: 0 },
    pinned: 0,
    reused: 0,
    last: step,
    failed: undefined,
    waiting: undefined,
    loop: path === '' ? undefined : nodeOfKey(splitIteration(path).loopKey),
  }
}

function count(totals: Totals, step: StepOutline, by: 1 | -1, startedAt: number): void {
  totals.byStatus[step.status] += by
  totals.steps += by
  if (step.handle !== null) totals.taken.set(step.handle, (totals.taken.get(step.handle) ?? 0) + by)
  if (step.pinned) totals.pinned += by
  if (step.reused) totals.reused += by
  const took = step.reused ? step.duration_ms : workOf(step, startedAt)
  if (took !== null) addTime(step.reused ? totals.kept : totals.own, took, by)
  if (by === -1) return
  totals.attempts = Math.max(totals.attempts, step.attempts)
  if (step.key === totals.last.key || step.started_at >= totals.last.started_at) totals.last = step
  if (step.status === 'failed') totals.failed ??= step
  else if (totals.failed?.key === step.key) totals.failed = undefined
  if (step.waiting !== null) totals.waiting = step
  else if (totals.waiting?.key === step.key) totals.waiting = undefined
}

function addTime(times: Times, took: number, by: 1 | -1): void {
  times.steps += by
  times.totalMs += by * took
  if (by === 1) times.longestMs = Math.max(times.longestMs, took)
}

function summarize(totals: Totals): NodeRun {
  const { byStatus, steps, last, failed, waiting } = totals
  const open = byStatus.running + byStatus.waiting + byStatus.retrying
  // The times of results that a retry took over belong to another run.
  const times = totals.own.steps > 0 ? totals.own : totals.kept
  const hasTimes = open === 0 && times.steps > 0
  return {
    status: BY_URGENCY.find((status) => byStatus[status] > 0) ?? last.status,
    steps,
    completed: byStatus.completed,
    failed: byStatus.failed,
    durationMs: hasTimes ? times.totalMs / times.steps : null,
    longestMs: hasTimes && steps > 1 ? times.longestMs : null,
    attempts: totals.attempts,
    items: steps === 1 ? last.item_count : null,
    pinned: totals.pinned > 0,
    reused: totals.reused > 0,
    ...(failed?.error && { error: failed.error }),
    ...(waiting?.waiting && { waiting: waiting.waiting }),
    lastStepKey: (failed ?? waiting ?? last).key,
  }
}

interface OverlayOptions {
  readonly upTo?: number
  readonly executionId?: string
  /** When the run began. */
  readonly startedAt?: number
}

/** The overlay of some steps; with `upTo`, as the run stood at that time. */
export function overlayOf(
  steps: readonly StepOutline[],
  document: GraphDocument | undefined,
  { upTo, executionId = '', startedAt = 0 }: OverlayOptions = {},
): RunOverlay {
  const builder = new OverlayBuilder()
  for (const step of upTo === undefined ? steps : stepsAt(steps, upTo)) builder.add(step, startedAt)
  return builder.overlay(document, { executionId, isLive: false })
}
