import type { AccountId, ImportedApi, ImportedOperation, ImportedTexts, JsonValue } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

export interface PositionedOperation {
  /** Position in the document, starting at 0. It never changes. */
  readonly position: number
  readonly operation: ImportedOperation
}

export interface OperationQuery {
  /** Case-insensitive search in name, title, help and path. */
  readonly search?: string
  readonly name?: string
  /** Only operations after this position. */
  readonly after: number
  readonly limit: number
}

/**
 * Imported OpenAPI documents, split on import: each operation is one row, and so is each part that several operations refer
 * to. The whole document is never read again.
 */
export interface ImportedApiStore {
  /** Stores an imported document. */
  insert(tx: Transaction, api: ImportedApi, texts: ImportedTexts): Promise<void>
  find(account: AccountId, integrationId: string): Promise<ImportedApi | undefined>
  /** Stores a changed description of the document; its operations stay. */
  updateApi(tx: Transaction, api: ImportedApi): Promise<void>
  /** Returns matching operations in the order of the document. */
  listOperations(
    account: AccountId,
    integrationId: string,
    query: OperationQuery,
  ): Promise<readonly PositionedOperation[]>
  findOperation(
    account: AccountId,
    integrationId: string,
    name: string,
  ): Promise<ImportedOperation | undefined>
  /** Returns the parts that exist, by pointer. */
  findParts(
    account: AccountId,
    integrationId: string,
    pointers: readonly string[],
  ): Promise<ReadonlyMap<string, JsonValue>>
  /** Reads everything that `insert` stored, unparsed, for work in another thread. */
  readTexts(account: AccountId, integrationId: string): Promise<ImportedTexts>
  /** Deletes the imported document, if there is one. Call it before you delete the integration. */
  delete(tx: Transaction, account: AccountId, integrationId: string): Promise<void>
}
