import type { JournalEntry, StepBegun, StepRetrying, StepWaiting } from '#domain/index.ts'

/** What the journal holds about a step that has no result yet. */
export class StepHistory {
  /** The number of the latest attempt. */
  attempt = 0
  /** Attempts that ended, and failed. */
  failures = 0
  /** When the first attempt began. */
  startedAt: number | undefined
  /** The latest entry. */
  latest: StepBegun | StepRetrying | StepWaiting | undefined
  #earlierInterruptions = 0

  add(entry: StepBegun | StepRetrying | StepWaiting): void {
    if (this.isInterrupted && entry.status === 'begun') this.#earlierInterruptions += 1
    if (entry.status === 'retrying' && !isCorrection(entry, this.latest)) this.failures += 1
    // A correction of the clock moves it.
    this.startedAt = Math.min(this.startedAt ?? entry.startedAt, entry.startedAt)
    this.attempt = entry.attempt
    this.latest = entry
  }

  /** The latest attempt started and has no result: its outcome is unknown. */
  get isInterrupted(): boolean {
    return this.latest?.status === 'begun'
  }

  /** Number of interrupted attempts. */
  get interruptions(): number {
    return this.#earlierInterruptions + (this.isInterrupted ? 1 : 0)
  }
}

/** Whether the entry only moves the wait of the one before it: the clock was corrected meanwhile. */
export function isCorrection(entry: JournalEntry, before: JournalEntry | undefined): boolean {
  return before !== undefined && 'waitId' in before && 'waitId' in entry && before.waitId === entry.waitId
}
