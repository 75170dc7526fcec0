import type { AccountId, AuditEntry } from '#domain/index.ts'
import type { CursorRequest } from '../shared/paging.ts'
import type { Transaction } from '../shared/transaction.ts'

export interface AuditFilter {
  /** The id of a person or a key; `system` for the service and its command line. */
  readonly actor?: string | undefined
  /** An action, or the kind before its dot. */
  readonly action?: string | undefined
  readonly resourceId?: string | undefined
  /** Inclusive, in milliseconds. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface ListedActor {
  readonly actor: AuditEntry['actor']
  /** The id of the actor; `system` for the service and its command line. */
  readonly position: string
}

/** Who did what. An entry is written in the transaction of the change that it describes, and never changed. */
export interface AuditStore {
  insert(tx: Transaction, entry: AuditEntry): Promise<void>
  /** True when the same actor already has an entry with this action and resource at or after `since`. */
  hasRecent(tx: Transaction, entry: AuditEntry, since: number): Promise<boolean>
  /** The name of a resource of a known kind, also in `tx`; undefined when there is none. */
  nameOf(tx: Transaction, account: AccountId, kind: string, id: string): Promise<string | undefined>
  /** Newest first. */
  list(account: AccountId, filter: AuditFilter, cursor: CursorRequest): Promise<readonly AuditEntry[]>
  /** Up to `limit` of those who have an entry, with their latest name, after the one with the id `after`, if given. */
  actors(
    account: AccountId,
    request: { readonly after: string | undefined; readonly limit: number },
  ): Promise<readonly ListedActor[]>
  /** Deletes up to `limit` entries from before `before`. Returns how many. */
  prune(before: number, limit: number): Promise<number>
}
