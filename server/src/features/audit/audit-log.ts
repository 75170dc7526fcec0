import { type AuditedChange, type Author, toAuditEntry } from '#domain/index.ts'
import type { ChangeRecorder } from '#http/index.ts'
import type { Clock, Ids, Store, Transaction } from '#ports/index.ts'

/** While a person edits, one entry within this time stands for all of their saves. */
const SITTING_MS = 60 * 60 * 1000

export interface AuditLogDeps {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
}

/** Writes who did what, in the transaction of the change: either both are stored or neither. */
export class AuditLog implements ChangeRecorder {
  readonly #deps: AuditLogDeps

  constructor(deps: AuditLogDeps) {
    this.#deps = deps
  }

  async record(tx: Transaction, author: Author, change: AuditedChange): Promise<void> {
    await this.#deps.store.audit.insert(tx, this.#toEntry(author, change))
  }

  async recordOncePerSitting(tx: Transaction, author: Author, change: AuditedChange): Promise<void> {
    const { audit } = this.#deps.store
    const entry = this.#toEntry(author, change)
    if (!(await audit.hasRecent(tx, entry, entry.at - SITTING_MS))) await audit.insert(tx, entry)
  }

  nameOf(tx: Transaction, { accountId }: Author, kind: string, id: string): Promise<string | undefined> {
    return this.#deps.store.audit.nameOf(tx, accountId, kind, id)
  }

  #toEntry(author: Author, change: AuditedChange) {
    const { ids, clock } = this.#deps
    const now = clock.now()
    return toAuditEntry(ids.next(now), now, author, change)
  }
}
