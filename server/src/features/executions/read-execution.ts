import type { Execution } from '@millrace/contract/execution.ts'
import type { AccountId } from '#domain/index.ts'
import type { ExecutionQueries, Transaction } from '#ports/index.ts'
import { presentExecution } from './execution-presenter.ts'

/** An execution as `GET /v1/executions/:id` returns it. */
export async function readExecution(
  executions: ExecutionQueries,
  account: AccountId,
  id: string,
  tx?: Transaction,
): Promise<Execution | undefined> {
  const execution = await executions.findRaw(account, id, tx)
  return execution && presentExecution(execution, await executions.logs(account, id, tx))
}
