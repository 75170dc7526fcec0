import type { StepBegun, StepRetrying, StepWaiting } from '#domain/index.ts'

/** What the journal tells of a step that has no result yet. */
export class StepHistory {
  /** The number of the latest attempt. */
  attempt = 0
  /** Attempts that ended, and failed. */
  failures = 0
  /** When the first attempt began. */
  startedAt: number | undefined
  /** The latest entry: how the step was left. */
  latest: StepBegun | StepRetrying | StepWaiting | undefined
  #cutOffBefore = 0

  add(entry: StepBegun | StepRetrying | StepWaiting): void {
    if (this.isCutOff && entry.status === 'begun') this.#cutOffBefore += 1
    if (entry.status === 'retrying') this.failures += 1
    this.startedAt ??= entry.startedAt
    this.attempt = entry.attempt
    this.latest = entry
  }

  /** The latest attempt was begun, and nobody knows how far it came. */
  get isCutOff(): boolean {
    return this.latest?.status === 'begun'
  }

  /** How many attempts were cut off. */
  get cutOffs(): number {
    return this.#cutOffBefore + (this.isCutOff ? 1 : 0)
  }
}
