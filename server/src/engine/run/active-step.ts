import type { StepRef } from '#domain/index.ts'
import type { Attempt } from './attempt.ts'
import type { Task } from '../replay/plan.ts'

/** A step from its first attempt to its result. */
export class Step {
  readonly task: Task
  /** The number of the latest attempt. */
  attempt: number
  /** Number of failed attempts. */
  failures: number
  /** When the first attempt started. */
  startedAt: number
  /** The attempt in flight. */
  current: Attempt | undefined
  cancelTimeout: (() => void) | undefined

  constructor(task: Task, now: number) {
    const { history } = task
    this.task = task
    this.attempt = history?.attempt ?? 0
    this.failures = history?.failures ?? 0
    this.startedAt = history?.startedAt ?? now
  }

  get nodeId(): string {
    return this.task.compiled.node.id
  }
}

/** How journal entries refer to the step. */
export function stepRefOf({ iteration, compiled }: Task): StepRef {
  return iteration.path === ''
    ? { nodeId: compiled.node.id }
    : { nodeId: compiled.node.id, iteration: iteration.path }
}
