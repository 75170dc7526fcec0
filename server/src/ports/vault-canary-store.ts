import type { Transaction } from './transaction.ts'

/** Keeps the vault's proof that it holds the key the secrets were sealed with. */
export interface VaultCanaryStore {
  read(): Promise<string | undefined>
  /** Keeps the first one: false when there was one already. */
  write(tx: Transaction, sealed: string): Promise<boolean>
}
