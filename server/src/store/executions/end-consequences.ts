import type { Transaction } from '#ports/index.ts'
import type { Database } from '../database.ts'
import { subscribedTo } from '../deliveries/publish-events.ts'
import { dropWaitsAndSignals } from './waits/drop-waits-and-signals.ts'
import { publishEndEvents } from './publish-end-events.ts'
import { releaseSlots } from './release-slots.ts'
import { FOLLOWS_ENDS, startFollowUpRuns } from './start-follow-up-runs.ts'

/**
 * Applies everything that follows from the end of executions outside of their own family, in the transaction that ends them:
 * an end and its consequences are stored atomically. The callers (`writeCheckpoint`, `endExecutions`) also cancel open
 * sub-workflows and signal the execution that waits for this one.
 *
 * 1. Waits and signals are deleted.
 * 2. Concurrency slots are released, and the next runs in the queue get them.
 * 3. Events are published to the webhook endpoints that subscribe to them.
 * 4. Workflows with a trigger for this end start.
 *
 * The caller must lock the slots of these executions (`lockSlotsOf`) before it writes their rows.
 */
export async function applyEndConsequences(
  database: Database,
  tx: Transaction,
  executionIds: readonly string[],
): Promise<void> {
  await dropWaitsAndSignals(tx, executionIds)
  await releaseSlots(database, tx, executionIds)
  await publishEndEvents(database, tx, executionIds)
  await startFollowUpRuns(database, tx, executionIds)
}

/**
 * SQL: whether the end of an execution of an account has consequences outside its own rows. The hot path writes only ends
 * without consequences. Waits, signals and slots are marked on the execution itself (`has_waits`, `signal_sequence`).
 */
export function endHasConsequences(account: string): string {
  return `(exists (select 1 from webhook_endpoints
      where webhook_endpoints.account_id = ${account} and ${subscribedTo('workflow.executed')})
    or exists (select 1 from triggers where triggers.account_id = ${account} and ${FOLLOWS_ENDS}))`
}

/** SQL: whether this is the case for any account. */
export const ANY_END_HAS_CONSEQUENCES = `(exists (select 1 from webhook_endpoints where ${subscribedTo('workflow.executed')})
    or exists (select 1 from triggers where ${FOLLOWS_ENDS}))`
