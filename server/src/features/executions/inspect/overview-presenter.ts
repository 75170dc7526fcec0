import type { ExecutionOverview } from '@millrace/contract/execution-list.ts'
import type * as domain from '#domain/index.ts'
import { presentExecutionSummary } from '../execution-presenter.ts'

export function presentOverview(execution: domain.ExecutionOverview): ExecutionOverview {
  return {
    ...presentExecutionSummary(execution),
    workflow_name: execution.workflowName,
    trigger: execution.trigger,
    trigger_node_id: execution.triggerNodeId,
    version_id: execution.versionId,
    version_number: execution.versionNumber,
    is_test: execution.versionNumber === null,
    retry_of: execution.retryOf,
    error: execution.error,
  }
}
