import type { AccountId, Pause, Pauses, PauseScope } from '#domain/index.ts'
import type { Transaction } from '../shared/transaction.ts'

/** While a scope is paused, no query of the stores returns a trigger of it that is due or subscribes to a topic. */
export interface PauseStore {
  find(account: AccountId): Promise<Pauses>
  /** Returns false and changes nothing if the scope is paused already. */
  pause(tx: Transaction, scope: PauseScope, pause: Pause): Promise<boolean>
  /** Returns false if the scope was not paused. */
  resume(tx: Transaction, scope: PauseScope): Promise<boolean>
}
