/** What happens to runs that were due while no process could start them. */
export type Misfire = 'skip' | 'once' | 'all'

export const MISFIRES: readonly Misfire[] = ['skip', 'once', 'all']

/** When runs are due. Times are milliseconds since the epoch. */
export interface Schedule {
  /** The first time after `after`; undefined if there is none. */
  nextRun(after: number): number | undefined
  /** No time is before it. */
  readonly start?: number | undefined
  /** No time is after it. */
  readonly end?: number | undefined
  readonly misfire: Misfire
  /** The maximum random delay of each run. */
  readonly jitterMs: number
}

/** Up to `count` times after `after`. */
export function nextRuns(schedule: Pick<Schedule, 'nextRun'>, after: number, count: number): number[] {
  const runs: number[] = []
  for (let last = after; runs.length < count;) {
    const next = schedule.nextRun(last)
    if (next === undefined) break
    runs.push(next)
    last = next
  }
  return runs
}
