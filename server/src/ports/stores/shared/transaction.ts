declare const transaction: unique symbol

/** A unit of writes that becomes durable as a whole or not at all. Opaque to everybody but the store. */
export interface Transaction {
  readonly [transaction]: true
}

export interface Transactions {
  /**
   * Runs `work` and resolves with its result after the commit is durable. If `work` rejects, its writes are undone and
   * the caller gets that error; other callers' writes are unaffected, even where they share the commit.
   *
   * `work` may be run again after a serialisation conflict and may share its transaction with other callers, so it
   * awaits nothing but store calls and has no effect outside `tx`.
   */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Calls back after the commit of `tx`, before `write` resolves; never if it is rolled back. Only a hint: the process may
   * die in between, so nothing that must happen may depend on it.
   */
  afterCommit(tx: Transaction, callback: () => void): void
}
