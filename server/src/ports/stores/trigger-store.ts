import type { AccountId, Trigger } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

/** A time at which a schedule trigger runs. */
export interface ScheduledRun {
  readonly trigger: Trigger
  readonly run: number
}

/** Where a page of upcoming schedules ends. */
export interface UpcomingPosition {
  readonly fireAt: number
  readonly id: string
}

/** The next time of a schedule. */
export interface UpcomingSchedule {
  readonly position: UpcomingPosition
  readonly trigger: Trigger
  readonly workflowName: string
  readonly run: number
}

/** A request to an inbound webhook, recorded for deduplication. */
export interface InboundDelivery {
  readonly trigger: Trigger
  /** Digest that identifies the delivery: repeated deliveries have the same key. */
  readonly key: string
  readonly executionId: string
  readonly at: number
}

/** The trigger of an inbound webhook, and whether a pause of its account or of the installation applies to it. */
export interface InboundTrigger extends Trigger {
  readonly isAccountPaused: boolean
}

/** Triggers start executions. They are written in the same transaction as their workflow. */
export interface TriggerStore {
  /** Inserts or updates triggers, by id. */
  save(tx: Transaction, triggers: readonly Trigger[]): Promise<void>
  delete(tx: Transaction, account: AccountId, ids: readonly string[]): Promise<void>
  /** Returns all triggers of a workflow, whatever their state, in the order in which they were created. */
  list(account: AccountId, workflowId: string, tx?: Transaction): Promise<readonly Trigger[]>
  /** Returns the trigger of a node, and locks it until `tx` ends. Undefined when there is none. */
  findForChange(
    tx: Transaction,
    account: AccountId,
    workflowId: string,
    nodeId: string,
  ): Promise<Trigger | undefined>
  /**
   * Returns the triggers of an account that subscribe to one of the topics. Only live triggers have a topic; none while the
   * account is paused.
   */
  listWaiting(tx: Transaction, account: AccountId, topics: readonly string[]): Promise<readonly Trigger[]>
  /**
   * Returns up to `limit` live schedules that are due, those due longest first, and locks them until `tx` ends. Concurrent
   * callers get other triggers. Those of paused accounts are not due.
   */
  takeDue(tx: Transaction, now: number, limit: number): Promise<readonly Trigger[]>
  /** Returns up to `limit` schedules and polls with a larger id, in order, and locks them until `tx` ends. */
  listScheduled(tx: Transaction, afterId: string, limit: number): Promise<readonly Trigger[]>
  /** Returns when the next schedule is due; undefined when none is. */
  nextDue(): Promise<number | undefined>
  /** Returns up to `limit` live schedules of an account after `after`, if given, with their next time, soonest first. */
  listUpcoming(
    account: AccountId,
    request: { readonly after: UpcomingPosition | undefined; readonly limit: number },
  ): Promise<readonly UpcomingSchedule[]>
  /**
   * Records that executions start for these times. Returns for each whether it is new: false when the trigger already had an
   * execution for that time, in any process.
   */
  recordRuns(tx: Transaction, runs: readonly ScheduledRun[], at: number): Promise<readonly boolean[]>
  /** Finds the trigger of an inbound webhook in any account: knowing the key is enough to call it. */
  findInbound(inboundKey: string): Promise<InboundTrigger | undefined>
  /**
   * Records a delivery. Undefined when it is new. Otherwise returns the delivery with the same key that arrived at or after
   * `since`, and writes nothing.
   */
  recordDelivery(
    tx: Transaction,
    delivery: InboundDelivery,
    since: number,
  ): Promise<Pick<InboundDelivery, 'executionId' | 'at'> | undefined>
  /** Deletes up to `limit` recorded deliveries from before `before`. Returns how many. */
  pruneDeliveries(before: number, limit: number): Promise<number>
  /** Deletes up to `limit` recorded runs from before `before`. Returns how many. */
  pruneRuns(before: number, limit: number): Promise<number>
}
