import type { AccountId, Poll, Trigger } from '#domain/index.ts'
import type { Transaction } from '../shared/transaction.ts'

/** A trigger and what is known about its polls. */
export interface PolledTrigger {
  readonly trigger: Trigger
  readonly poll: Poll
}

export interface PollClaim {
  /** Triggers whose time has come by then are due. */
  readonly now: number
  /** The same moment by database time: clocks of machines may differ, and a claim must hold on all of them. */
  readonly databaseNow: number
  /** How long the claim of a trigger holds. */
  claimMs(trigger: Trigger): number
  readonly limit: number
  /** How many polls of an account may be in progress, and how many are. */
  readonly maxPerAccount: number
  readonly inProgress: ReadonlyMap<AccountId, number>
  /** Makes the id of a claim. */
  newClaim(): string
}

/** Polls of `poll` triggers. A trigger has at most one claim, so that its polls do not overlap. */
export interface PollStore {
  /**
   * Claims due polls, those due longest first. Triggers of paused accounts, and those with a claim that still holds, are not
   * due. A claimed trigger is due again when the claim has expired, unless its poll is saved before.
   */
  claimDue(tx: Transaction, claim: PollClaim): Promise<readonly PolledTrigger[]>
  /** Ends all claims, and makes their triggers due at `now`. Only for a process that is alone. */
  releaseClaims(tx: Transaction, now: number): Promise<void>
  /** The trigger of a claim, locked until `tx` ends. Undefined if the claim was lost: nothing may be stored for it. */
  findClaimed(
    tx: Transaction,
    triggerId: string,
    claim: string,
  ): Promise<(PolledTrigger & { readonly isAccountPaused: boolean }) | undefined>
  /** Those of the keys that are remembered. */
  findSeen(triggerId: string, keys: readonly string[], tx?: Transaction): Promise<ReadonlySet<string>>
  save(tx: Transaction, poll: Poll): Promise<void>
  /**
   * Remembers keys, and that others were seen again. Keeps the `limit` keys that were seen last, roughly in this order; after the
   * limit was lowered, it takes some calls until no more are left. Returns the position of the last one.
   */
  remember(
    tx: Transaction,
    poll: Pick<Poll, 'position'> & { readonly memory: string },
    keys: { readonly added: readonly string[]; readonly present: readonly string[]; readonly limit: number },
  ): Promise<number>
  /** Forgets the cursor, the keys and the failures, and ends the claim of a poll in progress. */
  reset(tx: Transaction, triggerId: string): Promise<void>
  /** By id of the trigger. Those that have not polled yet are missing. */
  find(account: AccountId, triggerIds: readonly string[]): Promise<ReadonlyMap<string, Poll>>
  countRemembered(triggerIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Polls that will poll again and have failed at least `failures` times in a row, and since when the first of them fails. */
  countFailing(failures: number): Promise<{ readonly count: number; readonly since: number | null }>
  /** When the next poll is due; undefined if none is. */
  nextDue(): Promise<number | undefined>
}
