import { type AccountId, type Author, COMMAND_LINE, type Pauses, systemAuthor } from '#domain/index.ts'
import type { Clock, Store, Transaction } from '#ports/index.ts'
import type { AuditLog } from '../shared/audit-log.ts'

export interface PauseDeps {
  readonly store: Pick<Store, 'write' | 'pauses' | 'accounts'>
  readonly clock: Clock
  readonly audit: AuditLog
}

/** A pause keeps triggers from starting runs. Runs in progress and runs that people and programs start go on. */
export class PauseService {
  readonly #deps: PauseDeps

  constructor(deps: PauseDeps) {
    this.#deps = deps
  }

  find(account: AccountId): Promise<Pauses> {
    return this.#deps.store.pauses.find(account)
  }

  /** Returns whether anything changed. */
  setAccount(author: Author, isPaused: boolean): Promise<boolean> {
    const { store, audit } = this.#deps
    return store.write(async (tx) => {
      const hasChanged = await this.#set(tx, author.accountId, isPaused, author.actor.name)
      if (hasChanged) await audit.record(tx, author, { action: actionOf(isPaused) })
      return hasChanged
    })
  }

  /** For the command line: every account has an entry in its audit log. Returns whether anything changed. */
  async setInstallation(isPaused: boolean): Promise<boolean> {
    const { store, audit } = this.#deps
    const accounts = await store.accounts.list()
    return store.write(async (tx) => {
      if (!(await this.#set(tx, 'installation', isPaused, COMMAND_LINE.name))) return false
      const change = { action: actionOf(isPaused), details: { scope: 'installation' } }
      for (const { id } of accounts) await audit.record(tx, systemAuthor(id, COMMAND_LINE), change)
      return true
    })
  }

  #set(tx: Transaction, scope: AccountId | 'installation', isPaused: boolean, by: string): Promise<boolean> {
    const { store, clock } = this.#deps
    return isPaused ? store.pauses.pause(tx, scope, { at: clock.now(), by }) : store.pauses.resume(tx, scope)
  }
}

function actionOf(isPaused: boolean): string {
  return isPaused ? 'account.pause' : 'account.resume'
}
