import type { AccountId, Form, Submission } from '#domain/index.ts'
import type { CursorRequest, Page, PageRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

export interface FormStore {
  insert(tx: Transaction, form: Form): Promise<void>
  /** Undefined when the account has no such form. With `tx`, the form is locked against other writers until `tx` ends. */
  find(account: AccountId, id: string, tx?: Transaction): Promise<Form | undefined>
  /** Finds a form of any account, for its public page: knowing the id is enough to see it. */
  findPublic(id: string): Promise<Form | undefined>
  /** Newest first. */
  list(account: AccountId, page: PageRequest): Promise<Page<Form>>
  /** Stores everything except the submission count. False when the account has no such form. */
  update(tx: Transaction, form: Form): Promise<boolean>
  /** Deletes a form and its submissions. False when the account has no such form. */
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
  /**
   * Stores a submission and increments the submission count of its form. To enforce a limit, read the form with the same
   * `tx` first.
   */
  insertSubmission(tx: Transaction, submission: Submission): Promise<void>
  /** Newest first. */
  listSubmissions(account: AccountId, formId: string, cursor: CursorRequest): Promise<readonly Submission[]>
}
