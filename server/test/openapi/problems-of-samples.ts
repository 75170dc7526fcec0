import type { WorkflowCheck } from '@millrace/contract/workflow.ts'

/** Parameters that name resources of the reader's account, which the account of a test does not have. */
const ACCOUNT_PARAMETERS = /^(?:credential_id|form_id|workflow_id|integration_id|workflow_ids\.\d+)$/

/** The problems of a sample, apart from resources that only its reader has. */
export function problemsOfSample({ problems }: WorkflowCheck): WorkflowCheck['problems'] {
  return problems.filter(({ parameter }) => !ACCOUNT_PARAMETERS.test(parameter ?? ''))
}
