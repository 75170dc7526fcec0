import { UNOWNED } from '#domain/index.ts'
import type { SignalRequest, SignalResult, Transaction } from '#ports/index.ts'
import { type Database, type Queries, queriesOf } from '../../database.ts'
import { referToFiles } from '../../files/file-references.ts'
import type { Tables } from '../../tables.ts'

/** Maximum number of enqueued events per execution. Answers need no limit: each wait accepts one. */
const MAX_ENQUEUED_EVENTS = 1_000

/**
 * Enqueues a signal from outside. An answer is accepted only while its wait is open or has not begun; otherwise the sender
 * would get a success for an answer without effect.
 */
export async function enqueueExternalSignal(
  database: Database,
  tx: Transaction,
  request: SignalRequest,
): Promise<SignalResult> {
  const { executionId, signal } = request
  const open = await lockOpen(database, tx, executionId)
  if (open === undefined) return 'ended'
  if (signal.waitId === null) {
    const mayBeFull = open.signal_sequence >= MAX_ENQUEUED_EVENTS
    if (mayBeFull && (await isQueueFull(tx, executionId))) return 'full'
  } else if (!(await canBeAnswered(tx, executionId, signal.waitId))) return 'answered'
  return insertSignal(database, tx, open, request)
}

/** Enqueues a signal that must not be refused, because the execution would wait for it forever. */
export async function enqueueSignal(
  database: Database,
  tx: Transaction,
  request: SignalRequest,
): Promise<SignalResult> {
  const open = await lockOpen(database, tx, request.executionId)
  return open === undefined ? 'ended' : insertSignal(database, tx, open, request)
}

type OpenRow = Pick<Tables['executions'], 'account_id' | 'status' | 'signal_sequence'>

/** Inserts the signal and increments the sequence in one transaction. Parking compares the sequence, so it misses no signal. */
async function insertSignal(
  database: Database,
  tx: Transaction,
  { account_id: accountId, status, signal_sequence: position }: OpenRow,
  { executionId, signal, owner }: SignalRequest,
): Promise<SignalResult> {
  if (signal.waitId !== null && (await isAnswered(tx, executionId, signal.waitId))) return 'answered'
  const text = JSON.stringify(signal.data)
  await queriesOf(tx)
    .insertInto('execution_signals')
    .values({
      id: signal.id,
      execution_id: executionId,
      position,
      event: signal.event,
      wait_id: signal.waitId,
      data: text,
      created_at: signal.at,
    })
    .execute()
  await referToFiles(tx, { accountId, holder: 'execution', holderId: executionId, texts: [text] })
  // An execution queued for a concurrency slot finds the signal once it is admitted.
  const isParked = status === 'pending' && !(await isQueued(tx, executionId))
  await queriesOf(tx)
    .updateTable('executions')
    .set({ signal_sequence: position + 1, ...(isParked && { status: 'running' as const, owner }) })
    .where('id', '=', executionId)
    .execute()
  if (isParked && owner === UNOWNED) database.afterCommit(tx, () => database.unownedNotifier.notify())
  return isParked ? 'woken' : 'enqueued'
}

/** Locks an open execution against signalling, parking and ending until `tx` ends. Undefined when it has ended. */
async function lockOpen(
  database: Database,
  tx: Transaction,
  executionId: string,
): Promise<OpenRow | undefined> {
  const open = queriesOf(tx)
    .selectFrom('executions')
    .select(['account_id', 'status', 'signal_sequence'])
    .where('id', '=', executionId)
    .where('completed_at', 'is', null)
  return (database.locksRows ? open.forUpdate() : open).executeTakeFirst()
}

async function isQueueFull(tx: Transaction, executionId: string): Promise<boolean> {
  const last = await queriesOf(tx)
    .selectFrom('execution_signals')
    .select('id')
    .where('execution_id', '=', executionId)
    .where('wait_id', 'is', null)
    .limit(1)
    .offset(MAX_ENQUEUED_EVENTS - 1)
    .executeTakeFirst()
  return last !== undefined
}

/** True when the wait is open, or the execution has not reached it yet. */
async function canBeAnswered(tx: Transaction, executionId: string, waitId: string): Promise<boolean> {
  const wait = await queriesOf(tx)
    .selectFrom('execution_waits')
    .select('execution_id')
    .where('id', '=', waitId)
    .executeTakeFirst()
  if (wait !== undefined) return wait.execution_id === executionId
  return !(await hasBegun(queriesOf(tx), executionId, waitId))
}

/** True when the execution has reached this wait at any time: the journal then contains it, in a page with a row of its own. */
export async function hasBegun(queries: Queries, executionId: string, waitId: string): Promise<boolean> {
  const page = await queries
    .selectFrom('execution_journal')
    .select('sequence')
    .where('execution_id', '=', executionId)
    .where('steps', 'like', `%"waitId":"${waitId}"%`)
    .limit(1)
    .executeTakeFirst()
  return page !== undefined
}

async function isQueued(tx: Transaction, executionId: string): Promise<boolean> {
  const queued = await queriesOf(tx)
    .selectFrom('execution_slots')
    .select('execution_id')
    .where('execution_id', '=', executionId)
    .where('is_held', '=', 0)
    .executeTakeFirst()
  return queued !== undefined
}

async function isAnswered(tx: Transaction, executionId: string, waitId: string): Promise<boolean> {
  const answer = await queriesOf(tx)
    .selectFrom('execution_signals')
    .select('id')
    .where('execution_id', '=', executionId)
    .where('wait_id', '=', waitId)
    .executeTakeFirst()
  return answer !== undefined
}
