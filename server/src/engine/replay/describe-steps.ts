import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import {
  type Execution,
  isFinal,
  isResult,
  type JournalEntry,
  type JsonValue,
  type StepRef,
  type StepRecord,
  type StepRetrying,
  type StepWaiting,
} from '#domain/index.ts'
import type { JournalPage } from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { splitIterationPath, stepKey } from '../compile/iteration-path.ts'
import { isCorrection } from './step-history.ts'
import { ReplayedIterations } from './replayed-iterations.ts'

export type StepStatus = 'running' | 'waiting' | 'retrying' | 'completed' | 'failed' | 'aborted'

/** A position in the journal. */
export interface JournalPosition {
  readonly sequence: number
  readonly index: number
}

/** A step as the journal describes it. */
export interface StepDescription extends StepRef {
  /** Unique in the run. */
  readonly key: string
  /** The index of its iteration in the innermost loop. */
  readonly index: number | null
  readonly status: StepStatus
  readonly attempts: number
  readonly startedAt: number
  /** The first entry about it in the journal. */
  readonly position: JournalPosition
  readonly retries: readonly StepRetrying[]
  readonly result: StepRecord | undefined
  /** The wait that is open now. */
  readonly waiting: StepWaiting | undefined
  /** The latest sub-workflow run that it started. */
  readonly childId: string | null
  /** The number of items of a `for_each`. */
  readonly loopItems: number | null
}

/** Describes steps while the journal is read. Keeps only steps that have no result yet. */
export class StepDescriber {
  readonly #open = new Map<string, StepDescription>()

  /** The step of the entry, as of that entry. */
  add(entry: JournalEntry, position: JournalPosition): StepDescription {
    const key = stepKey(entry.iteration ?? '', entry.nodeId)
    const known = this.#open.get(key) ?? begin(entry, key, position)
    const step = applyEntry(known, entry)
    if (isResult(entry)) this.#open.delete(key)
    else this.#open.set(key, step)
    return step
  }
}

const noRetries: readonly StepRetrying[] = []

function begin(entry: JournalEntry, key: string, position: JournalPosition): StepDescription {
  const { nodeId, iteration, startedAt } = entry
  const step: StepDescription & { iteration?: string } = {
    key,
    nodeId,
    index: iteration === undefined ? null : splitIterationPath(iteration).index,
    status: 'running',
    attempts: 1,
    startedAt,
    position,
    retries: noRetries,
    result: undefined,
    waiting: undefined,
    childId: null,
    loopItems: null,
  }
  if (iteration !== undefined) step.iteration = iteration
  return step
}

function applyEntry(step: StepDescription, entry: JournalEntry): StepDescription {
  switch (entry.status) {
    case 'begun':
      return { ...step, status: 'running', attempts: entry.attempt, waiting: undefined }
    case 'opened':
      return { ...step, status: 'running', loopItems: entry.items?.length ?? null }
    case 'retrying': {
      const earlier = isCorrection(entry, step.retries.at(-1)) ? step.retries.slice(0, -1) : step.retries
      const retries = [...earlier, entry]
      const startedAt = Math.min(step.startedAt, entry.startedAt)
      return { ...step, status: 'retrying', attempts: entry.attempt, startedAt, retries, waiting: undefined }
    }
    case 'waiting': {
      const childId = entry.childId ?? step.childId
      // A correction of the clock moves it.
      const startedAt = Math.min(step.startedAt, entry.startedAt)
      return { ...step, status: 'waiting', attempts: entry.attempt, startedAt, waiting: entry, childId }
    }
    default:
      return {
        ...step,
        status: entry.status,
        attempts: entry.attempts,
        waiting: undefined,
        result: entry,
      }
  }
}

export interface DescribedStep extends StepDescription {
  /** What it received from the nodes before it. Computed on demand: most callers show one page of steps. */
  input(): JsonValue
}

/**
 * The steps of a run, described while the journal is read. Outputs are passed on as they are, so they may be `RawJson`; then
 * inputs contain raw values too.
 */
export class DescribedSteps {
  readonly #iterations: ReplayedIterations
  readonly #describer = new StepDescriber()
  readonly #steps = new Map<string, StepDescription>()

  constructor(version: CompiledVersion, execution: Pick<Execution, 'input' | 'triggerNodeId'>) {
    this.#iterations = new ReplayedIterations(version, execution)
  }

  get count(): number {
    return this.#steps.size
  }

  /** Adds the entries of a page, or those from `from` to before `to`: a long page takes a while. */
  add({ sequence, steps }: Pick<JournalPage, 'sequence' | 'steps'>, from = 0, to = steps.length): void {
    for (let index = from; index < to; index += 1) {
      const entry = steps[index]
      if (entry === undefined) return
      const step = this.#describer.add(entry, { sequence, index })
      this.#steps.set(step.key, step)
      this.#iterations.add(entry)
    }
  }

  /** In the order in which they started; within a millisecond, in the order of the journal. */
  all(status: ExecutionStatus): readonly DescribedStep[] {
    return this.inOrder().map((step) => this.#describe(step, status))
  }

  /** The same steps without their inputs, and as of their last entry: `finish` completes them. */
  inOrder(): readonly StepDescription[] {
    return [...this.#steps.values()].sort((a, b) => a.startedAt - b.startedAt)
  }

  /** The step as of the end of what was read. */
  finish(step: StepDescription, status: ExecutionStatus): StepDescription {
    if (step.result !== undefined) return step
    return isFinal(status) || this.#iterations.isAbandoned(step) ? abort(step) : step
  }

  find(key: string, status: ExecutionStatus): DescribedStep | undefined {
    const step = this.#steps.get(key)
    return step && this.#describe(step, status)
  }

  #describe(step: StepDescription, status: ExecutionStatus): DescribedStep {
    return { ...this.finish(step, status), input: () => this.#iterations.previousOf(step) }
  }
}

/** All steps of a run. */
export function describeSteps(
  version: CompiledVersion,
  execution: Pick<Execution, 'input' | 'triggerNodeId' | 'status'>,
  pages: readonly JournalPage[],
): readonly DescribedStep[] {
  const steps = new DescribedSteps(version, execution)
  for (const page of pages) steps.add(page)
  return steps.all(execution.status)
}

/** The run ended, or abandoned the step, before it had a result. */
function abort(step: StepDescription): StepDescription {
  return { ...step, status: 'aborted', waiting: undefined }
}
