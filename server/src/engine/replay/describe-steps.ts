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

/** Where in the journal something stands. */
export interface JournalPosition {
  readonly sequence: number
  readonly index: number
}

/** A step as far as the journal tells of it. */
export interface StepDescription extends StepRef {
  /** Unique in the run. */
  readonly key: string
  /** Which item of the innermost loop around it. */
  readonly index: number | null
  readonly status: StepStatus
  readonly attempts: number
  readonly startedAt: number
  /** Where the journal first tells of it. */
  readonly position: JournalPosition
  readonly retries: readonly StepRetrying[]
  readonly result: StepRecord | undefined
  /** What it waits for now. */
  readonly waiting: StepWaiting | undefined
  /** The latest run of a sub-workflow that it began. */
  readonly childId: string | null
}

/** Tells of steps while the journal is read; keeps only what is needed of those that are not through. */
export class StepDescriber {
  readonly #open = new Map<string, StepDescription>()

  /** The step of which the entry tells, as it stands with it. */
  add(entry: JournalEntry, position: JournalPosition): StepDescription {
    const key = stepKey(entry.iteration ?? '', entry.nodeId)
    const known = this.#open.get(key) ?? begin(entry, key, position)
    const step = goOn(known, entry)
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

function goOn(step: StepDescription, entry: JournalEntry): StepDescription {
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
  /** What it got from before. Made when it is asked for: most callers want a page of steps. */
  input(): JsonValue
}

/** All steps of a run in the order in which they started; those of the same millisecond as the journal tells of them. */
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
      ...(step.result === undefined && (isOver || iterations.isGivenUp(step)) ? abort(step) : step),
      input: () => iterations.previousOf(step),
    }))
}

/** The run ended, or went another way, before the step did. */
function abort(step: StepDescription): StepDescription {
  return { ...step, status: 'aborted', waiting: undefined }
}
