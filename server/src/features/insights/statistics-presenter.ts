import type { Period, RunCounts, RunCountsAt, Statistics } from '@millrace/contract/statistics.ts'
import { HOUR_MS, quantileOfBins, type RunCount } from '#domain/index.ts'
import { timestamp } from '../shared/timestamps.ts'

const HOURS: Readonly<Record<Period, { readonly total: number; readonly step: number }>> = {
  '24h': { total: 24, step: 1 },
  '7d': { total: 168, step: 6 },
  '30d': { total: 720, step: 24 },
}

export function startOfPeriod(period: Period, now: number): number {
  return now - HOURS[period].total * HOUR_MS
}

/** The hours of a period: whole ones, so that they match the counts. The current hour is the last. */
export function hoursOf(
  period: Period,
  now: number,
): { readonly from: number; readonly to: number; readonly stepMs: number } {
  const to = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS
  return { from: to - HOURS[period].total * HOUR_MS, to, stepMs: HOURS[period].step * HOUR_MS }
}

type Count = Omit<RunCount, 'accountId' | 'workflowId'>

/** @param counts Those of the period, and of the one before it. */
export function presentCounts(
  period: Period,
  now: number,
  counts: readonly Count[],
): Omit<Statistics, 'open'> {
  const { from, to, stepMs } = hoursOf(period, now)
  const points = new Map<number, Sum>()
  for (let at = from; at < to; at += stepMs) points.set(at, new Sum())
  const [total, previous] = [new Sum(), new Sum()]
  for (const count of counts) {
    if (count.hour < from) previous.add(count)
    else {
      total.add(count)
      points.get(from + Math.floor((count.hour - from) / stepMs) * stepMs)?.add(count)
    }
  }
  return {
    period,
    from: timestamp(from),
    to: timestamp(to),
    total: total.present(),
    previous: previous.present(),
    series: [...points].map(([at, sum]): RunCountsAt => ({ at: timestamp(at), ...sum.present() })),
  }
}

class Sum {
  readonly #runs = { completed: 0, failed: 0, cancelled: 0 }
  readonly #bins = new Map<number, number>()

  add({ outcome, durationBin, runs }: Count): void {
    this.#runs[outcome] += runs
    // How long somebody waited before they cancelled says nothing about the workflow.
    if (outcome !== 'cancelled') this.#bins.set(durationBin, (this.#bins.get(durationBin) ?? 0) + runs)
  }

  present(): RunCounts {
    return {
      ...this.#runs,
      median_ms: quantileOfBins(this.#bins, 0.5),
      p95_ms: quantileOfBins(this.#bins, 0.95),
    }
  }
}
