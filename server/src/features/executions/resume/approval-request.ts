import type { FormField } from '@millrace/contract/form.ts'
import type { StepWaiting } from '#domain/index.ts'
import type { ExecutionQueries, OpenWait } from '#ports/index.ts'
import { readJournal } from '../whole-journal.ts'

/** The question for the person who decides. */
export interface ApprovalRequest {
  readonly message: string
  readonly fields: readonly FormField[]
}

/** Reads the request from the journal entry of the waiting step; the node has validated it. */
export async function findApprovalRequest(
  executions: ExecutionQueries,
  { accountId, executionId, id }: OpenWait,
): Promise<ApprovalRequest> {
  const pages = await readJournal(executions, accountId, executionId)
  for (const { steps } of pages.toReversed()) {
    const wait = steps.find((entry) => entry.status === 'waiting' && entry.waitId === id)
    if (wait?.status === 'waiting') return readApprovalRequest(wait)
  }
  return EMPTY_REQUEST
}

export function readApprovalRequest(wait: StepWaiting | undefined): ApprovalRequest {
  return (wait?.request ?? EMPTY_REQUEST) as unknown as ApprovalRequest
}

const EMPTY_REQUEST: ApprovalRequest = { message: '', fields: [] }
