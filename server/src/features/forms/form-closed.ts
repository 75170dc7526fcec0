import { AppError, type Closure, type Form } from '#domain/index.ts'

/** The form accepts no more submissions. */
export class FormClosed extends AppError {
  readonly closure: Closure

  constructor(form: Form, closure: Closure) {
    const message =
      closure === 'expired'
        ? `The form no longer accepts submissions: it closed at ${form.settings?.closes_at}.`
        : `The form no longer accepts submissions: it has reached its maximum of ${form.settings?.max_submissions}.`
    super('VALIDATION_ERROR', message, { issues: [{ path: '', message }] })
    this.closure = closure
  }
}
