import { AppError, type Closure, type Form } from '#domain/index.ts'

/** An answer that came too late. */
export class FormClosed extends AppError {
  readonly closure: Closure

  constructor(form: Form, closure: Closure) {
    const message =
      closure === 'expired'
        ? `The form takes no more submissions: it closed at ${form.settings?.closes_at}.`
        : `The form takes no more submissions: it has the ${form.settings?.max_submissions} it was made for.`
    super('VALIDATION_ERROR', message, { issues: [{ path: '', message }] })
    this.closure = closure
  }
}
