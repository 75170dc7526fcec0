import type { WorkflowStatistics } from '@millrace/contract/workflow-insight.ts'
import type { AccountId, ExecutionOverview, StepRecord } from '#domain/index.ts'
import type { ExecutionQueries } from '#ports/index.ts'
import { timestampOrNull } from '../../shared/timestamps.ts'
import { ReadBudget, readResults } from './read-results.ts'

interface StatisticsRequest {
  readonly workflowId: string
  /** How many runs to read. */
  readonly runs: number
}

interface NodeCounts {
  steps: number
  failed: number
  retried: number
  readonly durations: number[]
}

/** Counts and durations per node over recent runs that have ended. Test runs do not count. */
export async function summarizeRuns(
  executions: Pick<ExecutionQueries, 'listAll' | 'outline'>,
  account: AccountId,
  { workflowId, runs }: StatisticsRequest,
): Promise<WorkflowStatistics> {
  const recent = await findEnded(executions, account, { workflowId, runs })
  const budget = new ReadBudget()
  const counts = new Map<string, NodeCounts>()
  const read: ExecutionOverview[] = []
  for (const run of recent) {
    if (budget.isSpent) break
    await readResults(executions, { account, id: run.id }, budget, (record) => count(counts, record))
    read.push(run)
  }
  return {
    runs: read.length,
    failed: read.filter(({ status }) => status === 'failed').length,
    from: timestampOrNull(read.at(-1)?.startedAt ?? null),
    nodes: [...counts].map(([node_id, { steps, failed, retried, durations }]) => {
      const sorted = durations.toSorted((a, b) => a - b)
      return {
        node_id,
        steps,
        failed,
        retried,
        median_ms: quantile(sorted, 0.5),
        p95_ms: quantile(sorted, 0.95),
      }
    }),
  }
}

/** Newest first. Some more are read, because test runs among them are left out. */
async function findEnded(
  executions: Pick<ExecutionQueries, 'listAll'>,
  account: AccountId,
  { workflowId, runs }: StatisticsRequest,
): Promise<readonly ExecutionOverview[]> {
  const pages = await Promise.all(
    (['completed', 'failed'] as const).map((status) =>
      executions.listAll(
        account,
        { workflowId, status, from: undefined, to: undefined },
        { before: undefined, limit: 2 * runs },
      ),
    ),
  )
  return pages
    .flat()
    .filter(({ versionNumber }) => versionNumber !== null)
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, runs)
}

function count(counts: Map<string, NodeCounts>, record: StepRecord): void {
  // A retry took it over: it counts where it ran.
  if (record.reused === true) return
  const known = counts.get(record.nodeId) ?? { steps: 0, failed: 0, retried: 0, durations: [] }
  counts.set(record.nodeId, known)
  known.steps += 1
  if (record.status === 'failed') known.failed += 1
  if (record.attempts > 1) known.retried += 1
  known.durations.push(Math.max(0, record.endedAt - record.startedAt))
}

/** The smallest value that this share of the values does not exceed. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
