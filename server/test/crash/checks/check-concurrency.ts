import type { CrashHistory, StoredExecution, Violation } from './history.ts'

/** Checks that executions which share a concurrency limit never exceed it, from their first step to their end. */
export function checkConcurrency({ planned, stored }: CrashHistory): Violation[] {
  const byToken = new Map(stored.map((execution) => [execution.token, execution]))
  const groups = Map.groupBy(
    planned.filter(({ group }) => group !== undefined),
    ({ group }) => group?.name,
  )
  return [...groups].flatMap(([name, plans]) => {
    const limit = plans[0]?.group?.limit ?? 0
    const spans = plans.flatMap(({ token }) => spanOf(byToken.get(token)))
    return spans.flatMap(({ id, from }): Violation[] => {
      const others = spans.filter((span) => span.from <= from && from < span.to)
      if (others.length <= limit) return []
      const detail = `${name}: ${others.map((span) => span.id).join(', ')} run concurrently at ${from}; the limit is ${limit}.`
      return [{ rule: 'concurrency', executionId: id, detail }]
    })
  })
}

function spanOf(execution: StoredExecution | undefined): { id: string; from: number; to: number }[] {
  const [first] = execution?.journal.flatMap(({ steps }) => steps) ?? []
  if (execution === undefined || first === undefined) return []
  return [{ id: execution.id, from: first.startedAt, to: execution.completedAt ?? Number.POSITIVE_INFINITY }]
}
