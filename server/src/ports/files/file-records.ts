import type { AccountId, StoredFile } from '#domain/index.ts'
import type { Transaction } from '../stores/shared/transaction.ts'

/** What keeps a file alive. */
export type FileHolder = 'execution' | 'submission' | 'state'

export interface NewFile {
  readonly file: StoredFile
  /** The most bytes that the account may store. */
  readonly maxAccountBytes: number
}

/** The files of accounts and what refers to them. Contents with the same SHA-256 are stored once. */
export interface FileRecords {
  /** Announces a content that will be written, so that it is removed if nobody records a file for it until `dueAt`. */
  announceContent(contentId: string, dueAt: number): Promise<void>
  /** Postpones the removal. False when it has begun: the write is lost. */
  postponeRemoval(contentId: string, dueAt: number): Promise<boolean>
  /** Removes announced contents as soon as possible. Without ids: all of them, because no process writes any. */
  removeSoon(now: number, contentIds?: readonly string[]): Promise<void>
  /**
   * Records a file for a content that was announced and written. If there is such a content already, the file shares it, and
   * the written one is removed. `full`: the account has no space left; `lost`: the removal has begun.
   */
  insert(tx: Transaction, newFile: NewFile): Promise<StoredFile | 'full' | 'lost'>
  /** With `tx`, the file is not deleted before the transaction ends. */
  find(account: AccountId, id: string, tx?: Transaction): Promise<StoredFile | undefined>
  /** Undefined: the account has no such file. */
  delete(tx: Transaction, account: AccountId, id: string): Promise<'deleted' | 'referenced' | undefined>
  usage(account: AccountId): Promise<{ readonly files: number; readonly bytes: number }>
  /** Deletes files from before `before` to which nothing refers; returns how many. */
  deleteUnreferenced(before: number, limit: number): Promise<number>
  /** Takes contents that are due to be removed. They are due again at `retryAt`, unless they are forgotten before. */
  takeRemovable(now: number, retryAt: number, limit: number): Promise<readonly string[]>
  /** Call it after the contents were removed. */
  forgetRemoved(contentIds: readonly string[]): Promise<void>
}
