import { sql } from 'kysely'
import type { Transaction, TryOutcome } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

export async function settleDeliveries(database: Database, outcomes: readonly TryOutcome[]): Promise<void> {
  // Whoever changes the same rows does so in the same order, and so nobody waits for each other.
  const ordered = outcomes.toSorted((a, b) => compare(a.claimed.endpointId, b.claimed.endpointId))
  await database.write(
    async (tx) => {
      for (const outcome of ordered) await noteResult(tx, outcome)
      await noteSuccesses(tx, ordered)
      for (const outcome of ordered) await noteFailure(tx, outcome)
      await logAttempts(tx, ordered)
    },
    // What is lost with the power is sent once more, which may happen anyway.
    { durable: false },
  )
}

async function noteResult(tx: Transaction, { claimed, attempt, verdict }: TryOutcome): Promise<void> {
  const isDecided = verdict.kind === 'delivered' || verdict.againAt === null
  let update = queriesOf(tx)
    .updateTable('deliveries')
    .set({
      claimed_by: null,
      // Not what was claimed: it may have been redelivered meanwhile, and then begins anew.
      tries: sql<number>`tries + 1`,
      response_status: attempt.responseStatus,
      error: attempt.error,
      completed_at: isDecided ? attempt.at + attempt.durationMs : null,
      ...(verdict.kind === 'delivered'
        ? { status: 'delivered' as const, due_at: null }
        : {
            due_at: verdict.againAt,
            status: verdict.againAt === null ? ('failed' as const) : ('pending' as const),
          }),
    })
    .where('event_id', '=', claimed.id)
    .where('endpoint_id', '=', claimed.endpointId)
  // It has arrived, whoever tries it again meanwhile.
  if (verdict.kind === 'failed') update = update.where('claimed_by', '=', claimed.claimant)
  await update.execute()
}

/** A webhook that works is not written: many deliveries would want the same row. */
async function noteSuccesses(tx: Transaction, outcomes: readonly TryOutcome[]): Promise<void> {
  const arrived = outcomes.filter(({ verdict }) => verdict.kind === 'delivered')
  if (arrived.length === 0) return
  await queriesOf(tx)
    .updateTable('webhook_endpoints')
    .set({ failures: 0, failing_since: null, rest_until: null })
    .where(
      'id',
      'in',
      arrived.map(({ claimed }) => claimed.endpointId),
    )
    .where('failures', '>', 0)
    .execute()
}

async function noteFailure(tx: Transaction, { claimed, attempt, verdict }: TryOutcome): Promise<void> {
  if (verdict.kind === 'delivered') return
  const { disable } = verdict
  await queriesOf(tx)
    .updateTable('webhook_endpoints')
    .where('id', '=', claimed.endpointId)
    .set({
      failures: sql<number>`failures + 1`,
      failing_since: sql<number>`coalesce(failing_since, ${attempt.at})`,
      rest_until: verdict.restUntil,
      status:
        disable.kind === 'now'
          ? 'disabled'
          : sql`case when failing_since <= ${disable.before} then 'disabled' else status end`,
    })
    .execute()
}

async function logAttempts(tx: Transaction, outcomes: readonly TryOutcome[]): Promise<void> {
  await queriesOf(tx)
    .insertInto('delivery_attempts')
    .values(
      outcomes.map(({ claimed, attempt }) => ({
        event_id: claimed.id,
        endpoint_id: claimed.endpointId,
        number: attempt.number,
        account_id: claimed.accountId,
        attempted_at: attempt.at,
        duration_ms: attempt.durationMs,
        response_status: attempt.responseStatus,
        error: attempt.error,
        request: JSON.stringify(attempt.request),
        response: attempt.response && JSON.stringify(attempt.response),
      })),
    )
    .execute()
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
