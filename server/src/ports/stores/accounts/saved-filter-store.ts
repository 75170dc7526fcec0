import type { SavedFilter } from '#domain/index.ts'
import type { Transaction } from '../shared/transaction.ts'

/** Filters that people saved for themselves. Names are unique for each person, whatever their case. */
export interface SavedFilterStore {
  /** In the order of their names. */
  list(userId: string): Promise<readonly SavedFilter[]>
  find(userId: string, id: string): Promise<SavedFilter | undefined>
  /** `full`: the person has `limit` filters already. */
  insert(tx: Transaction, filter: SavedFilter, limit: number): Promise<'inserted' | 'name_taken' | 'full'>
  /** Stores name and filter. */
  update(tx: Transaction, filter: SavedFilter): Promise<'updated' | 'name_taken'>
  delete(tx: Transaction, userId: string, id: string): Promise<boolean>
}
