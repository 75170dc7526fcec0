import type { AccountId, Form, FormVersion, Submission } from '#domain/index.ts'
import type { CursorRequest, Page, PageRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

export interface FormFilter {
  /** A substring of the name, case-insensitive. */
  readonly search?: string | undefined
}

export interface FormStore {
  /** Stores a form and its version. */
  insert(tx: Transaction, form: Form): Promise<void>
  /** Undefined when the account has no such form. With `tx`, the form is locked against other writers until `tx` ends. */
  find(account: AccountId, id: string, tx?: Transaction): Promise<Form | undefined>
  /** Finds a form of any account, for its public page: knowing the id is enough to see it. */
  findPublic(id: string): Promise<Form | undefined>
  /** Newest first. */
  list(account: AccountId, filter: FormFilter, page: PageRequest): Promise<Page<Form>>
  /** Stores everything except the submission count. False when the account has no such form. */
  update(tx: Transaction, form: Form): Promise<boolean>
  /** Deletes a form with its versions and submissions. False when the account has no such form. */
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
  /**
   * Stores the fields of a form as its version. It supersedes the earlier ones at `updatedAt`. Versions without submissions
   * that were superseded before `before` are deleted.
   */
  addVersion(tx: Transaction, form: Form, before: number): Promise<void>
  findVersion(formId: string, number: number, tx?: Transaction): Promise<FormVersion | undefined>
  /** The versions of forms that have submissions, newest first. */
  answeredVersions(formIds: readonly string[]): Promise<readonly FormVersion[]>
  /** When each form last received a submission that is still stored. */
  lastSubmissions(formIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /**
   * Stores a submission and increments the submission counts of its form and version. To enforce a limit, read the form with
   * the same `tx` first.
   */
  insertSubmission(tx: Transaction, submission: Submission): Promise<void>
  /** Newest first. */
  listSubmissions(account: AccountId, formId: string, cursor: CursorRequest): Promise<readonly Submission[]>
  findSubmission(account: AccountId, formId: string, id: string): Promise<Submission | undefined>
  /** Deletes submissions of a form and returns how many there were. Read the form with the same `tx` first. */
  deleteSubmissions(
    tx: Transaction,
    account: AccountId,
    formId: string,
    ids: readonly string[],
  ): Promise<number>
}
