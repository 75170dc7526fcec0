import { MAX_PLANNED_TIMES } from '@millrace/contract/trigger-overview.ts'
import type { Paused } from '../shared/json-scanner.ts'
import type { Schedule } from './schedule.ts'

/** A period in parts of equal length. */
export interface PlanRange {
  readonly from: number
  readonly to: number
  readonly stepMs: number
}

/** A part of the period in which runs start. */
export interface PlannedBand {
  readonly from: number
  readonly to: number
  /** About how many. */
  readonly runs: number
}

/** When a schedule starts runs: either all times, or bands if there are too many. */
export interface RunPlan {
  readonly times: readonly number[]
  readonly bands: readonly PlannedBand[]
  readonly runs: number
}

/** Parts of a step whose rate is read for the estimate of a band. */
const SAMPLES = 2

/**
 * Plans the runs of a schedule. Reads a bounded number of times, however often the schedule runs: up to the maximum that is
 * listed, and then a few in each step of the period.
 */
export function* planRuns(schedule: Pick<Schedule, 'nextRun'>, range: PlanRange): Paused<RunPlan> {
  const times: number[] = []
  let at = schedule.nextRun(range.from - 1)
  while (at !== undefined && at < range.to && times.length <= MAX_PLANNED_TIMES) {
    times.push(at)
    at = schedule.nextRun(at)
    yield
  }
  if (times.length <= MAX_PLANNED_TIMES) return { times, bands: [], runs: times.length }
  const bands = yield* findBands(schedule, range)
  return { times: [], bands, runs: bands.reduce((sum, { runs }) => sum + runs, 0) }
}

/** The steps in which runs start. Neighbouring steps with the same number of runs are one band. */
function* findBands(
  schedule: Pick<Schedule, 'nextRun'>,
  { from, to, stepMs }: PlanRange,
): Paused<readonly PlannedBand[]> {
  const bands: PlannedBand[] = []
  for (let start = from; start < to;) {
    const first = schedule.nextRun(start - 1)
    if (first === undefined || first >= to) break
    // Steps without runs are skipped.
    start = from + Math.floor((first - from) / stepMs) * stepMs
    const end = Math.min(start + stepMs, to)
    const runs = yield* estimateRuns(schedule, start, end)
    const last = bands.at(-1)
    if (last !== undefined && last.to === start && isSameRate(last, runs / (end - start))) {
      bands[bands.length - 1] = { from: last.from, to: end, runs: last.runs + runs }
    } else bands.push({ from: start, to: end, runs })
    start = end
    yield
  }
  return bands
}

/** The number of runs from `start` until before `end`, of which at least one is there. Exact where runs are rare or even. */
function* estimateRuns(schedule: Pick<Schedule, 'nextRun'>, start: number, end: number): Paused<number> {
  const length = (end - start) / SAMPLES
  let runs = 0
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const to = start + (sample + 1) * length
    yield
    const first = schedule.nextRun(start + sample * length - 1)
    if (first === undefined) break
    if (first >= to) continue
    yield
    const second = schedule.nextRun(first) ?? Number.POSITIVE_INFINITY
    runs += second >= to ? 1 : 1 + Math.floor((to - 1 - first) / (second - first))
  }
  return Math.max(1, runs)
}

/** Within a quarter: the estimates of neighbouring steps differ a little. */
function isSameRate({ from, to, runs }: PlannedBand, rate: number): boolean {
  const known = runs / (to - from)
  return Math.abs(known - rate) <= known / 4
}
