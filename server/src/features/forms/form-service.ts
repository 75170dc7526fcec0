import { isDeepStrictEqual } from 'node:util'
import type { FormChanges, NewForm } from '@millrace/contract/form.ts'
import {
  type AccountId,
  checkSubmission,
  describeSubmission,
  findClosure,
  type Form,
  invalid,
  type JsonObject,
  normaliseFields,
  normaliseSettings,
  notFound,
  type Submission,
} from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { startForSubmission } from '../triggers/start-for-submission.ts'
import { FormClosed } from './form-closed.ts'

export class FormService {
  readonly #context: FeatureDeps
  readonly #engine: Pick<Engine, 'acceptAll'>

  constructor(context: FeatureDeps, engine: Pick<Engine, 'acceptAll'>) {
    this.#context = context
    this.#engine = engine
  }

  async create(tx: Transaction, account: AccountId, wanted: NewForm): Promise<Form> {
    const { store, ids, clock } = this.#context
    const now = clock.now()
    const form: Form = {
      id: ids.next(now),
      accountId: account,
      name: wanted.name.trim(),
      fields: normaliseFields(wanted.fields),
      settings: normaliseSettings(wanted.settings),
      submissionCount: 0,
      createdAt: now,
      updatedAt: now,
    }
    await store.forms.insert(tx, form)
    return form
  }

  async read(account: AccountId, id: string, tx?: Transaction): Promise<Form> {
    const form = await this.#context.store.forms.find(account, id, tx)
    if (form === undefined) throw notFound('form')
    return form
  }

  async update(tx: Transaction, account: AccountId, id: string, changes: FormChanges): Promise<Form> {
    const { store, clock } = this.#context
    const fields = changes.fields && normaliseFields(changes.fields)
    const current = await this.read(account, id, tx)
    const changed = {
      ...current,
      name: changes.name?.trim() ?? current.name,
      fields: fields ?? current.fields,
      settings: changes.settings === undefined ? current.settings : normaliseSettings(changes.settings),
    }
    if (isDeepStrictEqual(changed, current)) return current
    const form = { ...changed, updatedAt: Math.max(clock.now(), current.updatedAt) }
    await store.forms.update(tx, form)
    return form
  }

  async delete(tx: Transaction, account: AccountId, id: string): Promise<void> {
    if (!(await this.#context.store.forms.delete(tx, account, id))) throw notFound('form')
  }

  /**
   * Stores a submission, whether it came through the API or from the page, and starts the workflows that it triggers.
   */
  async submit(tx: Transaction, account: AccountId, id: string, data: JsonObject): Promise<Submission> {
    const { store, ids, clock } = this.#context
    const form = await this.read(account, id, tx)
    const now = clock.now()
    const closure = findClosure(form, now)
    if (closure !== undefined) throw new FormClosed(form, closure)
    const issues = checkSubmission(form.fields, data)
    if (issues.length > 0) throw invalid(issues, 'The data does not match the fields of the form.')
    const submission: Submission = {
      id: ids.next(now),
      accountId: account,
      formId: form.id,
      data,
      createdAt: now,
    }
    await store.forms.insertSubmission(tx, submission)
    await store.deliveries.publish(tx, describeSubmission(form, submission, ids.next(now)))
    await startForSubmission({ triggers: store.triggers, engine: this.#engine }, tx, form, submission)
    return submission
  }
}
