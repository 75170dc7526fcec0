import { sql } from 'kysely'
import type { AttemptOutcome, Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

export async function settleDeliveries(
  database: Database,
  outcomes: readonly AttemptOutcome[],
): Promise<void> {
  // All writers update endpoints in the same order, which prevents deadlocks.
  const ordered = outcomes.toSorted((a, b) => compare(a.claimed.endpointId, b.claimed.endpointId))
  await database.write(
    async (tx) => {
      for (const outcome of ordered) await recordResult(tx, outcome)
      await resetFailures(tx, ordered)
      for (const outcome of ordered) await recordFailure(tx, outcome)
      await logAttempts(tx, ordered)
    },
    // An outcome lost in a power failure leads to another attempt, which receivers must expect anyway.
    { durable: false },
  )
}

async function recordResult(tx: Transaction, { claimed, attempt, verdict }: AttemptOutcome): Promise<void> {
  const isFinal = verdict.kind === 'delivered' || verdict.retryAt === null
  let update = queriesOf(tx)
    .updateTable('deliveries')
    .set({
      claimed_by: null,
      // Not the claimed value plus one: a redelivery in the meantime has reset the count.
      tries: sql<number>`tries + 1`,
      response_status: attempt.responseStatus,
      error: attempt.error,
      completed_at: isFinal ? attempt.at + attempt.durationMs : null,
      ...(verdict.kind === 'delivered'
        ? { status: 'delivered' as const, due_at: null }
        : {
            due_at: verdict.retryAt,
            status: verdict.retryAt === null ? ('failed' as const) : ('pending' as const),
          }),
    })
    .where('event_id', '=', claimed.id)
    .where('endpoint_id', '=', claimed.endpointId)
  // A success counts even if another process has claimed the delivery in the meantime.
  if (verdict.kind === 'failed') update = update.where('claimed_by', '=', claimed.claimant)
  await update.execute()
}

/** Skips endpoints without failures: concurrent deliveries would contend for the same row. */
async function resetFailures(tx: Transaction, outcomes: readonly AttemptOutcome[]): Promise<void> {
  const delivered = outcomes.filter(({ verdict }) => verdict.kind === 'delivered')
  if (delivered.length === 0) return
  await queriesOf(tx)
    .updateTable('webhook_endpoints')
    .set({ failures: 0, failing_since: null, rest_until: null })
    .where(
      'id',
      'in',
      delivered.map(({ claimed }) => claimed.endpointId),
    )
    .where('failures', '>', 0)
    .execute()
}

async function recordFailure(tx: Transaction, { claimed, attempt, verdict }: AttemptOutcome): Promise<void> {
  if (verdict.kind === 'delivered') return
  const { disable } = verdict
  await queriesOf(tx)
    .updateTable('webhook_endpoints')
    .where('id', '=', claimed.endpointId)
    .set({
      failures: sql<number>`failures + 1`,
      failing_since: sql<number>`coalesce(failing_since, ${attempt.at})`,
      rest_until: verdict.pausedUntil,
      status:
        disable.kind === 'now'
          ? 'disabled'
          : sql`case when failing_since <= ${disable.before} then 'disabled' else status end`,
    })
    .execute()
}

async function logAttempts(tx: Transaction, outcomes: readonly AttemptOutcome[]): Promise<void> {
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
