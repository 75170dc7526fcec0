import { UNOWNED } from '#domain/index.ts'
import type { SignalRequest, SignalResult, Transaction } from '#ports/index.ts'
import { type Database, type Queries, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'

/** Of events that nothing takes, an execution keeps this many. Answers need no limit: each wait takes one. */
const MAX_UNTAKEN_EVENTS = 1_000

/**
 * Leaves a signal that comes from outside. An answer needs its wait to be open still, or to come yet, or somebody would be
 * thanked for an answer that changes nothing.
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
    const mayBeMany = open.signal_sequence >= MAX_UNTAKEN_EVENTS
    if (mayBeMany && (await hasManyEvents(tx, executionId))) return 'full'
  } else if (!(await canBeAnswered(tx, executionId, signal.waitId))) return 'answered'
  return add(database, tx, open, request)
}

/** Leaves a signal that must not be refused: the execution would wait for it for ever. */
export async function enqueueSignal(
  database: Database,
  tx: Transaction,
  request: SignalRequest,
): Promise<SignalResult> {
  const open = await lockOpen(database, tx, request.executionId)
  return open === undefined ? 'ended' : add(database, tx, open, request)
}

type OpenRow = Pick<Tables['executions'], 'status' | 'signal_sequence'>

/** The signal and the count of signals are one: whoever parks compares the count, and so misses none. */
async function add(
  database: Database,
  tx: Transaction,
  { status, signal_sequence: position }: OpenRow,
  { executionId, signal, owner }: SignalRequest,
): Promise<SignalResult> {
  if (signal.waitId !== null && (await isAnswered(tx, executionId, signal.waitId))) return 'answered'
  await queriesOf(tx)
    .insertInto('execution_signals')
    .values({
      id: signal.id,
      execution_id: executionId,
      position,
      event: signal.event,
      wait_id: signal.waitId,
      data: JSON.stringify(signal.data),
      created_at: signal.at,
    })
    .execute()
  // One that waits for a slot goes on when it has one, and finds the signal then.
  const isParked = status === 'pending' && !(await isQueued(tx, executionId))
  await queriesOf(tx)
    .updateTable('executions')
    .set({ signal_sequence: position + 1, ...(isParked && { status: 'running' as const, owner }) })
    .where('id', '=', executionId)
    .execute()
  if (isParked && owner === UNOWNED) database.afterCommit(tx, () => database.unownedNotifier.notify())
  return isParked ? 'woken' : 'noted'
}

/** Undefined when it is over. Nobody else signals, parks or ends it until `tx` ends. */
async function lockOpen(
  database: Database,
  tx: Transaction,
  executionId: string,
): Promise<OpenRow | undefined> {
  const open = queriesOf(tx)
    .selectFrom('executions')
    .select(['status', 'signal_sequence'])
    .where('id', '=', executionId)
    .where('completed_at', 'is', null)
  return (database.locksRows ? open.forUpdate() : open).executeTakeFirst()
}

async function hasManyEvents(tx: Transaction, executionId: string): Promise<boolean> {
  const last = await queriesOf(tx)
    .selectFrom('execution_signals')
    .select('id')
    .where('execution_id', '=', executionId)
    .where('wait_id', 'is', null)
    .limit(1)
    .offset(MAX_UNTAKEN_EVENTS - 1)
    .executeTakeFirst()
  return last !== undefined
}

/** Its wait is open, or the execution has not come to it. */
async function canBeAnswered(tx: Transaction, executionId: string, waitId: string): Promise<boolean> {
  const wait = await queriesOf(tx)
    .selectFrom('execution_waits')
    .select('execution_id')
    .where('id', '=', waitId)
    .executeTakeFirst()
  if (wait !== undefined) return wait.execution_id === executionId
  return !(await hasBegun(queriesOf(tx), executionId, waitId))
}

/** Whether the execution has come to this wait, at any time: then the journal tells of it. */
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
