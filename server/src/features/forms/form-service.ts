import { isDeepStrictEqual } from 'node:util'
import type { FormChanges, NewForm } from '@millrace/contract/form.ts'
import {
  type AccountId,
  ANSWERABLE_MS,
  type Form,
  type FormVersion,
  isAnswerable,
  normaliseFields,
  normaliseSettings,
  notFound,
} from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { refuseMismatch } from '../workflows/if-match.ts'
import { formTag } from './form-presenter.ts'

/** The form to change, if its ETag matches. */
export interface FormTarget {
  readonly account: AccountId
  readonly id: string
  readonly ifMatch: string | undefined
}

export class FormService {
  readonly #context: FeatureDeps

  constructor(context: FeatureDeps) {
    this.#context = context
  }

  async create(tx: Transaction, account: AccountId, wanted: NewForm, id?: string): Promise<Form> {
    const { store, ids, clock } = this.#context
    const now = clock.now()
    const form: Form = {
      id: id ?? ids.next(now),
      accountId: account,
      name: wanted.name.trim(),
      fields: normaliseFields(wanted.fields),
      settings: normaliseSettings(wanted.settings),
      version: 1,
      revision: 1,
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

  async update(tx: Transaction, target: FormTarget, changes: FormChanges): Promise<Form> {
    const { store, clock } = this.#context
    const fields = changes.fields && normaliseFields(changes.fields)
    const current = await this.#readForChange(tx, target)
    const changed = {
      ...current,
      name: changes.name?.trim() ?? current.name,
      fields: fields ?? current.fields,
      settings: changes.settings === undefined ? current.settings : normaliseSettings(changes.settings),
    }
    if (isDeepStrictEqual(changed, current)) return current
    const hasNewFields = !isDeepStrictEqual(changed.fields, current.fields)
    const form: Form = {
      ...changed,
      version: hasNewFields ? current.version + 1 : current.version,
      revision: current.revision + 1,
      updatedAt: Math.max(clock.now(), current.updatedAt),
    }
    await store.forms.update(tx, form)
    if (hasNewFields) await store.forms.addVersion(tx, form, form.updatedAt - ANSWERABLE_MS)
    return form
  }

  async delete(tx: Transaction, target: FormTarget): Promise<void> {
    await this.#readForChange(tx, target)
    if (!(await this.#context.store.forms.delete(tx, target.account, target.id))) throw notFound('form')
  }

  async #readForChange(tx: Transaction, { account, id, ifMatch }: FormTarget): Promise<Form> {
    const form = await this.read(account, id, tx)
    refuseMismatch(ifMatch, formTag(form), 'form')
    return form
  }

  /** A version of a form that people may still answer; undefined if it is unknown or was superseded too long ago. */
  async findAnswerable(form: Form, number: number, tx?: Transaction): Promise<FormVersion | undefined> {
    const { store, clock } = this.#context
    const version = await store.forms.findVersion(form.id, number, tx)
    return version !== undefined && isAnswerable(version, clock.now()) ? version : undefined
  }

  /** A submission, and the version of the form that it answers. */
  async readSubmission(account: AccountId, id: string, submissionId: string) {
    const { store } = this.#context
    await this.read(account, id)
    const submission = await store.forms.findSubmission(account, id, submissionId)
    const version = submission && (await store.forms.findVersion(id, submission.formVersion))
    if (submission === undefined || version === undefined) throw notFound('submission')
    return { submission, version }
  }

  /** Returns how many of the submissions existed. */
  async deleteSubmissions(tx: Transaction, account: AccountId, id: string, ids: readonly string[]) {
    await this.read(account, id, tx)
    return this.#context.store.forms.deleteSubmissions(tx, account, id, ids)
  }
}
