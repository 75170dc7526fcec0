import type { FormField } from '@millrace/contract/form.ts'
import type { ExecutionQueries, OpenWait } from '#ports/index.ts'

/** What a person is asked who decides. */
export interface ApprovalRequest {
  readonly message: string
  readonly fields: readonly FormField[]
}

/** It stands in the journal, where the step began to wait; the node has checked it. */
export async function findApprovalRequest(
  executions: ExecutionQueries,
  { accountId, executionId, id }: OpenWait,
): Promise<ApprovalRequest> {
  const pages = await executions.journal(accountId, executionId, -1)
  for (const { steps } of pages.toReversed()) {
    const wait = steps.find((entry) => entry.status === 'waiting' && entry.waitId === id)
    if (wait?.status === 'waiting') return (wait.request ?? NOTHING) as unknown as ApprovalRequest
  }
  return NOTHING
}

const NOTHING: ApprovalRequest = { message: '', fields: [] }
