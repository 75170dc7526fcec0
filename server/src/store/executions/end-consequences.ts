import type { Transaction } from '#ports/index.ts'
import type { Database } from '../database.ts'
import { subscribedTo } from '../deliveries/publish-events.ts'
import { dropWaitsAndSignals } from './drop-waits-and-signals.ts'
import { publishEndEvents } from './publish-end-events.ts'
import { releaseSlots } from './release-slots.ts'
import { FOLLOWS_ENDS, startFollowUpRuns } from './start-follow-up-runs.ts'

/**
 * Everything that follows from the end of executions, in the transaction that ends them: whoever ends one and however, the
 * end and its consequences are stored together or not at all.
 *
 * 1. Waits and signals go.
 * 2. Concurrency slots become free, and the next runs in the queue get them.
 * 3. Events go to the webhook endpoints that subscribe to them.
 * 4. Workflows that follow this one start.
 *
 * The caller has locked the slots of these executions (`lockSlotsOf`) before it wrote their rows.
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
 * SQL: whether ends of executions of an account have consequences beyond their own rows. Ends without any can be written by
 * the hot path, which knows nothing of consequences. Waits, signals and slots are marked on the execution itself (`has_waits`).
 */
export function endHasConsequences(account: string): string {
  return `(exists (select 1 from webhook_endpoints
      where webhook_endpoints.account_id = ${account} and ${subscribedTo('workflow.executed')})
    or exists (select 1 from triggers where triggers.account_id = ${account} and ${FOLLOWS_ENDS}))`
}

/** SQL: the same for any account at all. */
export const ANY_END_HAS_CONSEQUENCES = `(exists (select 1 from webhook_endpoints where ${subscribedTo('workflow.executed')})
    or exists (select 1 from triggers where ${FOLLOWS_ENDS}))`
