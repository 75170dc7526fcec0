import type { CrashHistory, StoredExecution, Violation } from './history.ts'

/** Of the runs that count for each other, never more go on than may, from their first step to their end. */
export function checkCrowds({ planned, stored }: CrashHistory): Violation[] {
  const byToken = new Map(stored.map((execution) => [execution.token, execution]))
  const crowds = Map.groupBy(
    planned.filter(({ crowd }) => crowd !== undefined),
    ({ crowd }) => crowd?.name,
  )
  return [...crowds].flatMap(([name, plans]) => {
    const limit = plans[0]?.crowd?.limit ?? 0
    const spans = plans.flatMap(({ token }) => spanOf(byToken.get(token)))
    return spans.flatMap(({ id, from }): Violation[] => {
      const others = spans.filter((span) => span.from <= from && from < span.to)
      if (others.length <= limit) return []
      const detail = `${name}: ${others.map((span) => span.id).join(', ')} go on at ${from}; the limit is ${limit}.`
      return [{ rule: 'crowded', executionId: id, detail }]
    })
  })
}

function spanOf(execution: StoredExecution | undefined): { id: string; from: number; to: number }[] {
  const [first] = execution?.journal.flatMap(({ steps }) => steps) ?? []
  if (execution === undefined || first === undefined) return []
  return [{ id: execution.id, from: first.startedAt, to: execution.completedAt ?? Number.POSITIVE_INFINITY }]
}
