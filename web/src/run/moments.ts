import { endOf, startOf } from './step-times.ts'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'

/** The times at which something happened in a run, in order and each once. */
export function momentsOf(steps: readonly StepOutline[]): number[] {
  const times = new Set<number>()
  for (const step of steps) {
    if (step.reused) continue
    times.add(startOf(step))
    const end = endOf(step)
    if (end !== null) times.add(end)
    for (const retry of step.retries) times.add(Date.parse(retry.ended_at))
  }
  return [...times].sort((a, b) => a - b)
}

/** The index of the last moment at or before a time; -1 if there is none. */
export function momentAt(moments: readonly number[], time: number): number {
  let low = 0
  let high = moments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((moments[middle] ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
