declare const transaction: unique symbol

/** A unit of writes that commits atomically. Opaque outside the store. */
export interface Transaction {
  readonly [transaction]: true
}

export interface Transactions {
  /**
   * Runs `work` and resolves with its result once the commit is durable. If `work` rejects, its writes are rolled back and
   * `write` rejects with the same error. Writes of other callers are unaffected, even if they share the commit.
   *
   * `work` may run again after a serialisation conflict, and may share its database transaction with other callers.
   * Therefore it must await only store calls and have no effect outside `tx`.
   */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Calls `callback` after `tx` has committed and before `write` resolves; never if `tx` is rolled back. Only a hint: the
   * process may crash in between, so do not rely on it for anything that must happen.
   */
  afterCommit(tx: Transaction, callback: () => void): void
}
