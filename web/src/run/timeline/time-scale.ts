/** A range of time, in milliseconds since 1970. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

const MIN_SPAN_MS = 5

export function clampRange(range: TimeRange, whole: TimeRange): TimeRange {
  const span = Math.min(whole.to - whole.from, Math.max(MIN_SPAN_MS, range.to - range.from))
  const from = Math.max(whole.from, Math.min(range.from, whole.to - span))
  return { from, to: from + span }
}

/** Zooms around the middle, or around a time. */
export function zoom(range: TimeRange, factor: number, around = (range.from + range.to) / 2): TimeRange {
  return { from: around - (around - range.from) * factor, to: around + (range.to - around) * factor }
}

/** The position of a time, from 0 at the start of the range to 1 at its end. */
export function positionOf(time: number, range: TimeRange): number {
  return (time - range.from) / Math.max(1, range.to - range.from)
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500]
const SECOND = 1_000
const LARGE_STEPS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400, 604_800]

/** Round times within the range, as milliseconds since `start`. */
export function ticksOf(range: TimeRange, start: number, count: number): number[] {
  const wanted = (range.to - range.from) / Math.max(1, count)
  const choices = [...STEPS, ...LARGE_STEPS.map((seconds) => seconds * SECOND)]
  const last = choices.at(-1) ?? SECOND
  const step = choices.find((one) => one >= wanted) ?? Math.ceil(wanted / last) * last
  const ticks: number[] = []
  for (let at = Math.ceil((range.from - start) / step) * step; at <= range.to - start; at += step)
    ticks.push(at)
  return ticks
}
