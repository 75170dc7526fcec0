import type { Execution } from '@millrace/contract/execution.ts'
import type { AccountId } from '#domain/account.ts'
import type { ExecutionStore } from '#ports/execution-store.ts'
import type { Transaction } from '#ports/transaction.ts'
import { presentExecution } from './execution-presenter.ts'

/** An execution as GET shows it. */
export async function readExecution(
  executions: ExecutionStore,
  account: AccountId,
  id: string,
  tx?: Transaction,
): Promise<Execution | undefined> {
  const execution = await executions.find(account, id, tx)
  return execution && presentExecution(execution, await executions.logs(account, id, tx))
}
