import type { AccountId, Trigger } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

/** A time of a trigger. */
export interface ScheduledRun {
  readonly trigger: Trigger
  readonly run: number
}

/** A request to a hook, as others are compared with it. */
export interface InboundDelivery {
  readonly trigger: Trigger
  /** A digest of what tells it from others. */
  readonly key: string
  readonly executionId: string
  readonly at: number
}

/** What starts runs. Triggers are written with the workflow they belong to, in the same transaction. */
export interface TriggerStore {
  /** Stores the triggers by id: those that are new, and those that changed. */
  save(tx: Transaction, triggers: readonly Trigger[]): Promise<void>
  delete(tx: Transaction, account: AccountId, ids: readonly string[]): Promise<void>
  /** All of a workflow, those that are gone included, in the order in which they were made. */
  list(account: AccountId, workflowId: string, tx?: Transaction): Promise<readonly Trigger[]>
  /** The triggers of an account that wait for one of these. Only live ones do. */
  listWaiting(tx: Transaction, account: AccountId, topics: readonly string[]): Promise<readonly Trigger[]>
  /**
   * Up to `limit` live triggers whose time has come, those first that wait longest. Until `tx` ends they are nobody
   * else's: another process gets others.
   */
  takeDue(tx: Transaction, now: number, limit: number): Promise<readonly Trigger[]>
  /** When the next one comes due; undefined when none waits for a time. */
  nextDue(): Promise<number | undefined>
  /**
   * Notes that runs are started for these times, and tells of each whether it is new: false when the trigger had its run
   * for that time before, whoever started it.
   */
  noteRuns(tx: Transaction, runs: readonly ScheduledRun[], at: number): Promise<readonly boolean[]>
  /** The trigger behind an address. Whoever knows the key may call it; the account comes from the row. */
  findInbound(inboundKey: string): Promise<Trigger | undefined>
  /**
   * Notes a delivery. Undefined when it is new; otherwise the one with the same key that came at or after `since`, and
   * nothing is written.
   */
  noteDelivery(
    tx: Transaction,
    delivery: InboundDelivery,
    since: number,
  ): Promise<Pick<InboundDelivery, 'executionId' | 'at'> | undefined>
  /** Forgets up to `limit` deliveries that came before `before`, and tells how many. */
  pruneDeliveries(before: number, limit: number): Promise<number>
  /** Forgets up to `limit` notes of runs that were started before `before`, and tells how many. */
  pruneRuns(before: number, limit: number): Promise<number>
}
