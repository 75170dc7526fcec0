import type { AccountId } from '../../accounts/account.ts'
import type { JsonValue } from '../../shared/json.ts'

/** Why a poll failed. */
export interface PollError {
  readonly code: string
  readonly message: string
}

/** What is known about the polls of a trigger. Times are milliseconds since the epoch. */
export interface Poll {
  readonly triggerId: string
  readonly accountId: AccountId
  /** Null before the first poll. */
  readonly cursor: JsonValue
  /** Whether the first poll has ended: from then on, items that are not remembered are new. */
  readonly isPrimed: boolean
  /** Whether there are more items to fetch at once. */
  readonly isBehind: boolean
  /** Identifies the poll in progress; null when there is none. Whoever stores a result must still have the claim. */
  readonly claim: string | null
  /** Database time after which the process that has the claim counts as dead. */
  readonly claimUntil: number | null
  /** When the last poll that succeeded began, and how many new items it took. */
  readonly polledAt: number | null
  readonly found: number
  /** How many polls have failed since the last one that succeeded. */
  readonly failures: number
  readonly failedAt: number | null
  readonly failingSince: number | null
  readonly error: PollError | null
  /** When a run reported the failures. */
  readonly reportedAt: number | null
  /** The position of the key that was remembered last. */
  readonly position: number
  /** Identifies the keys that are remembered; null before the first of them. After a reset, they have another memory. */
  readonly memory: string | null
  /** How many polls in a row brought nothing new although there was more to fetch. */
  readonly fruitlessPages: number
}

/** The polls of a trigger that has not polled yet, or was reset. */
export function newPoll(triggerId: string, accountId: AccountId): Poll {
  return {
    triggerId,
    accountId,
    cursor: null,
    isPrimed: false,
    isBehind: false,
    claim: null,
    claimUntil: null,
    polledAt: null,
    found: 0,
    failures: 0,
    failedAt: null,
    failingSince: null,
    error: null,
    reportedAt: null,
    position: 0,
    memory: null,
    fruitlessPages: 0,
  }
}
