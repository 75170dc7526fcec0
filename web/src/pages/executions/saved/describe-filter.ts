import type { ExecutionFilters } from '../../../api/executions.ts'
import { executionStatuses } from '../../../texts/components.ts'
import * as t from '../../../texts/executions.ts'
import { everything } from '../../../texts/saved-filters.ts'

/** "Failed · Trigger: Webhook · Error code: HTTP_402" */
export function describeFilter({
  status,
  trigger,
  error_code: code,
  workflow_id: id,
  from,
  to,
}: ExecutionFilters): string {
  const parts = [
    status && executionStatuses[status],
    id && t.oneWorkflow,
    trigger && `${t.trigger}: ${t.triggerNames[trigger]}`,
    code && `${t.errorCode}: ${code}`,
    from && `${t.from} ${from}`,
    to && `${t.to} ${to}`,
  ].filter((part) => part !== undefined && part !== '')
  return parts.length === 0 ? everything : parts.join(' · ')
}
