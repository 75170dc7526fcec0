import { Cron } from 'croner'

/** The next times of cron expressions, the earliest first; undefined if one of them is invalid. */
export function nextRunsOf(
  expressions: readonly string[],
  timezone: string,
  count: number,
  from: Date,
): readonly Date[] | undefined {
  try {
    const times = expressions.flatMap((expression) =>
      new Cron(expression, { timezone, paused: true }).nextRuns(count, from),
    )
    const unique = [...new Map(times.map((time) => [time.getTime(), time])).values()]
    return unique.toSorted((a, b) => a.getTime() - b.getTime()).slice(0, count)
  } catch {
    return undefined
  }
}

/** The expressions of a `cron` parameter: one per line, or a list. */
export function cronExpressionsOf(value: unknown): readonly string[] {
  const lines = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split('\n') : []
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
