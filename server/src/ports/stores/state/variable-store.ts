import type { AccountId, JsonObject, Variable } from '#domain/index.ts'
import type { CursorRequest } from '../shared/paging.ts'
import type { Transaction } from '../shared/transaction.ts'

export interface VariableUse {
  readonly count: number
  /** The characters of all values as JSON. */
  readonly size: number
}

/** Variables of accounts. */
export interface VariableStore {
  /** The values by name, for a run. Names that do not exist are left out. */
  read(account: AccountId, names: readonly string[] | 'all'): Promise<JsonObject>
  names(account: AccountId): Promise<readonly string[]>
  /** Newest first. `search`: a substring of the name, in any letter case. */
  list(account: AccountId, search: string | undefined, cursor: CursorRequest): Promise<readonly Variable[]>
  find(account: AccountId, id: string): Promise<Variable | undefined>
  /** Until the end of `tx`, nobody else changes variables of the account. */
  lock(tx: Transaction, account: AccountId): Promise<void>
  /** As `find`, with the writes of `tx`. */
  findIn(
    tx: Transaction,
    account: AccountId,
    by: { readonly id: string } | { readonly name: string },
  ): Promise<Variable | undefined>
  use(tx: Transaction, account: AccountId): Promise<VariableUse>
  insert(tx: Transaction, variable: Variable): Promise<void>
  /** Replaces name, value, description, revision and time of change. */
  update(tx: Transaction, variable: Variable): Promise<void>
  delete(tx: Transaction, account: AccountId, id: string): Promise<void>
}
