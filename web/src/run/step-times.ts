import type { StepOutline } from '@millrace/contract/execution-timeline.ts'

/** Parsing a time costs more than everything else that is done with a step, and views ask for it again and again. */
const starts = new WeakMap<StepOutline, number>()
const ends = new WeakMap<StepOutline, number>()

/** In milliseconds since 1970. */
export function startOf(step: StepOutline): number {
  return remember(starts, step, step.started_at)
}

/** Null while the step is open. */
export function endOf(step: StepOutline): number | null {
  return step.ended_at === null ? null : remember(ends, step, step.ended_at)
}

function remember(known: WeakMap<StepOutline, number>, step: StepOutline, text: string): number {
  const found = known.get(step)
  if (found !== undefined) return found
  const time = Date.parse(text)
  known.set(step, time)
  return time
}
