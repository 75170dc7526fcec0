import { listSamples, readStatistics } from '@millrace/contract/workflow-insight.ts'
import { notFound } from '#domain/index.ts'
import { type Binding, reads } from '#http/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { readSamples } from './run-samples.ts'
import { summarizeRuns } from './run-statistics.ts'

const DEFAULT_STATISTICS_RUNS = 100
const DEFAULT_SAMPLES = 20

/** What recent runs of a workflow show. The work is bounded and done in turns. */
export function insightRoutes({ store }: FeatureDeps): Binding[] {
  const { executions, workflows } = store
  return [
    reads(readStatistics, async ({ account, params: { id }, query }) => {
      if (!(await workflows.exists(account, id))) throw notFound('workflow')
      const data = await summarizeRuns(executions, account, {
        workflowId: id,
        runs: query.runs ?? DEFAULT_STATISTICS_RUNS,
      })
      return { data }
    }),
    reads(listSamples, async ({ account, params: { id }, query }) => {
      if (!(await workflows.exists(account, id))) throw notFound('workflow')
      const data = await readSamples(executions, account, {
        workflowId: id,
        executionId: query.execution_id?.toLowerCase(),
        nodeIds: (query.nodes ?? '').split(',').filter((nodeId) => nodeId !== ''),
        runs: query.runs ?? DEFAULT_SAMPLES,
      })
      if (data === undefined) throw notFound('execution')
      return { data }
    }),
  ]
}
