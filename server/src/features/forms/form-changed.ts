import { AppError } from '#domain/index.ts'

/** The version that was filled in is no longer accepted. */
export class FormChanged extends AppError {
  constructor() {
    super('VALIDATION_ERROR', 'The form has changed since the page was opened.', {})
  }
}
