import type { Issue } from '@millrace/contract/errors.ts'
import { PatternCheck } from '@millrace/expressions'
import {
  type AccountId,
  checkSubmission,
  describeSubmission,
  findClosure,
  type Form,
  invalid,
  type JsonObject,
  type Submission,
} from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import type { FieldUpload } from '#http/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FileService } from '../files/file-service.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { startForSubmission } from '../triggers/start-for-submission.ts'
import { FormChanged } from './form-changed.ts'
import { FormClosed } from './form-closed.ts'
import { FormService } from './form-service.ts'
import { recordUploads, withKnownFiles, withUploads } from './submitted-files.ts'

export interface SubmissionDeps {
  readonly engine: Pick<Engine, 'acceptAll'>
  readonly files: FileService
}

export interface Answers {
  readonly data: JsonObject
  /** The version that was filled in; by default the current one. */
  readonly version?: number | undefined
  /** Contents that were sent with the answers. They become files if the submission is stored. */
  readonly uploads?: readonly FieldUpload[]
  /** What is wrong with files that were not stored. */
  readonly issues?: readonly Issue[]
}

/** Stores submissions, whether they came through the API or from the page, and starts the workflows that they trigger. */
export class SubmissionService {
  readonly #context: FeatureDeps
  readonly #deps: SubmissionDeps
  readonly forms: FormService

  constructor(context: FeatureDeps, deps: SubmissionDeps) {
    this.#context = context
    this.#deps = deps
    this.forms = new FormService(context)
  }

  async submit(tx: Transaction, account: AccountId, id: string, answers: Answers): Promise<Submission> {
    const { store, ids, clock } = this.#context
    const form = await this.forms.read(account, id, tx)
    const now = clock.now()
    const closure = findClosure(form, now)
    if (closure !== undefined) throw new FormClosed(form, closure)
    const { number, fields } = await this.#answered(form, answers.version, tx)
    const { uploads = [] } = answers
    const known = await withKnownFiles(fields, answers.data, (file) => store.files.find(account, file, tx))
    const found = checkSubmission(fields, withUploads(fields, known, uploads), new PatternCheck())
    const issues = withRefusals(found, answers.issues)
    if (issues.length > 0) throw invalid(issues, 'The data does not match the fields of the form.')
    const submission: Submission = {
      id: ids.next(now),
      accountId: account,
      formId: form.id,
      formVersion: number,
      data: await recordUploads(fields, known, uploads, (content) =>
        this.#deps.files.record(tx, account, content),
      ),
      createdAt: now,
    }
    await store.forms.insertSubmission(tx, submission)
    await store.deliveries.publish(tx, describeSubmission(form, submission, ids.next(now)))
    const { engine } = this.#deps
    await startForSubmission({ triggers: store.triggers, engine }, tx, form, submission)
    return submission
  }

  async #answered(form: Form, version: number | undefined, tx: Transaction) {
    if (version === undefined || version === form.version) {
      return { number: form.version, fields: form.fields }
    }
    const answered = await this.forms.findAnswerable(form, version, tx)
    if (answered === undefined) throw new FormChanged()
    return answered
  }
}

/** Of a field whose file was refused, that it is required helps nobody. */
function withRefusals(found: readonly Issue[], refusals: readonly Issue[] = []): readonly Issue[] {
  const refused = new Set(refusals.map(({ path }) => path))
  return [...refusals, ...found.filter(({ path }) => !refused.has(path))]
}
