import { endOf, startOf } from './step-times.ts'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'

/** Types of nodes whose time is waiting rather than work. */
const WAITING_TYPES = new Set(['wait', 'delay', 'workflow'])

export function isWaitingType(type: string): boolean {
  return WAITING_TYPES.has(type)
}

/** The step as it stood at a time; undefined if it had not started. */
export function stepAt(step: StepOutline, time: number): StepOutline | undefined {
  if (startOf(step) > time) return undefined
  const end = endOf(step)
  if (end !== null && end <= time) return step
  const retries = step.retries.filter(({ ended_at: endedAt }) => Date.parse(endedAt) <= time)
  const last = retries.at(-1)
  const isBetween = last !== undefined && Date.parse(last.next_at) > time
  const isLatest = step.ended_at === null && retries.length === step.retries.length
  if (isLatest) return step
  return {
    ...step,
    status: isBetween ? 'retrying' : isWaitingType(step.type) ? 'waiting' : 'running',
    attempts: retries.length + (isBetween ? 0 : 1),
    retries,
    ended_at: null,
    duration_ms: null,
    handle: null,
    error: null,
    output_size: null,
  }
}

/** The steps as they stood at a time. */
export function stepsAt(steps: readonly StepOutline[], time: number): StepOutline[] {
  return steps.map((step) => stepAt(step, time)).filter((step) => step !== undefined)
}
