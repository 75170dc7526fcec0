import type { Transaction, Transactions } from '#ports/index.ts'

/** Works in the given transaction, or in a new one if there is none. */
export function inTransaction<T>(
  transactions: Transactions,
  tx: Transaction | undefined,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return tx === undefined ? transactions.write(work) : work(tx)
}
