import type { AccountId, ImportedApi, ImportedOperation, JsonValue } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

export interface PlacedOperation {
  /** Its place in the document, from 0; it never changes. */
  readonly position: number
  readonly operation: ImportedOperation
}

export interface OperationQuery {
  /** Case does not matter; found in name, title, help and path. */
  readonly search?: string
  readonly name?: string
  /** Only those behind this place. */
  readonly after: number
  readonly limit: number
}

/**
 * Documents of other services, taken apart when they are imported: an operation is one row, and what several of them
 * refer to is a row of its own. Nobody ever needs a whole document again.
 */
export interface ImportedApiStore {
  /** `parts`: what the schemas of the operations refer to, by pointer. */
  insert(
    tx: Transaction,
    api: ImportedApi,
    operations: readonly ImportedOperation[],
    parts: ReadonlyMap<string, JsonValue>,
  ): Promise<void>
  find(account: AccountId, integrationId: string): Promise<ImportedApi | undefined>
  /** In the order of the document. */
  listOperations(
    account: AccountId,
    integrationId: string,
    query: OperationQuery,
  ): Promise<readonly PlacedOperation[]>
  findOperation(
    account: AccountId,
    integrationId: string,
    name: string,
  ): Promise<ImportedOperation | undefined>
  /** Those of the parts that there are. */
  findParts(
    account: AccountId,
    integrationId: string,
    pointers: readonly string[],
  ): Promise<ReadonlyMap<string, JsonValue>>
  /** Goes before the integration itself; nothing happens when nothing was imported for it. */
  delete(tx: Transaction, account: AccountId, integrationId: string): Promise<void>
}
