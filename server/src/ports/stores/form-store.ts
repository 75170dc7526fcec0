import type { AccountId, Form, Submission } from '#domain/index.ts'
import type { CursorRequest, Page, PageRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

export interface FormStore {
  insert(tx: Transaction, form: Form): Promise<void>
  /** Within `tx` nobody else can change it until `tx` ends. */
  find(account: AccountId, id: string, tx?: Transaction): Promise<Form | undefined>
  /** For its public page: whoever knows the id may see it. The account comes from the row. */
  findPublic(id: string): Promise<Form | undefined>
  list(account: AccountId, page: PageRequest): Promise<Page<Form>>
  /** All but the count of submissions. */
  update(tx: Transaction, form: Form): Promise<boolean>
  /** With all its submissions. */
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
  /** Counts it in the form. Who decides by the count reads the form within the same `tx` before. */
  insertSubmission(tx: Transaction, submission: Submission): Promise<void>
  listSubmissions(account: AccountId, formId: string, cursor: CursorRequest): Promise<readonly Submission[]>
}
