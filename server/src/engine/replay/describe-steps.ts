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

function begin(entry: JournalEntry, key: string, position: JournalPosition): StepDescription {
  const { nodeId, iteration, startedAt } = entry
  return {
    key,
    nodeId,
    ...(iteration !== undefined && { iteration }),
    index: iteration === undefined ? null : splitIterationPath(iteration).index,
    status: 'running',
    attempts: 1,
    startedAt,
    position,
    retries: [],
    result: undefined,
    waiting: undefined,
    childId: null,
  }
}

function applyEntry(step: StepDescription, entry: JournalEntry): StepDescription {
  switch (entry.status) {
    case 'begun':
      return { ...step, status: 'running', attempts: entry.attempt, waiting: undefined }
    case 'opened':
      return { ...step, status: 'running' }
    case 'retrying': {
      const retries = [...step.retries, entry]
      return { ...step, status: 'retrying', attempts: entry.attempt, retries, waiting: undefined }
    }
    case 'waiting': {
      const childId = entry.childId ?? step.childId
      return { ...step, status: 'waiting', attempts: entry.attempt, waiting: entry, childId }
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

/** All steps of a run in the order in which they started; within a millisecond, in the order of the journal. */
export function describeSteps(
  version: CompiledVersion,
  execution: Pick<Execution, 'input' | 'triggerNodeId' | 'status'>,
  pages: readonly JournalPage[],
): readonly DescribedStep[] {
  const iterations = new ReplayedIterations(version, execution)
  const describer = new StepDescriber()
  const steps = new Map<string, StepDescription>()
  for (const { sequence, steps: entries } of pages) {
    for (const [index, entry] of entries.entries()) {
      const step = describer.add(entry, { sequence, index })
      steps.set(step.key, step)
      iterations.add(entry)
    }
  }
  const isOver = isFinal(execution.status)
  return [...steps.values()]
    .sort((a, b) => a.startedAt - b.startedAt)
    .map((step) => ({
      ...(step.result === undefined && (isOver || iterations.isAbandoned(step)) ? abort(step) : step),
      input: () => iterations.previousOf(step),
    }))
}

/** The run ended, or abandoned the step, before it had a result. */
function abort(step: StepDescription): StepDescription {
  return { ...step, status: 'aborted', waiting: undefined }
}
