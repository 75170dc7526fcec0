import * as errors from '../texts/errors.ts'
import { ApiError, describeError } from './api-error.ts'

export interface FormErrors<Field extends string> {
  fields: Partial<Record<Field, string>>
  /** The messages that belong to no field of the form. */
  form: string | undefined
}

export const noFormErrors: FormErrors<never> = { fields: {}, form: undefined }

/**
 * Splits an error into one message per field and one message for the entire form.
 * `labels` maps the fields of the form to their labels, which start the sentences about them.
 */
export function toFormErrors<Field extends string>(
  error: unknown,
  labels: Record<Field, string>,
): FormErrors<Field> {
  if (!(error instanceof ApiError) || error.issues.length === 0)
    return { fields: {}, form: describeError(error) }
  const sorted: FormErrors<Field> = { fields: {}, form: undefined }
  const others: string[] = []
  for (const { path, message } of error.issues) {
    const field = topLevelName(path)
    if (isKeyOf(labels, field)) sorted.fields[field] ??= errors.issue(labels[field], message)
    else others.push(errors.issue(path, message))
  }
  if (others.length > 0) sorted.form = others.join(' ')
  return sorted
}

function isKeyOf<Key extends string>(object: Record<Key, unknown>, key: string): key is Key {
  return Object.hasOwn(object, key)
}

/** `scopes[0]`, `scopes.0` and `/scopes/0` all belong to `scopes`. */
function topLevelName(path: string): string {
  return path.split(/[./[\]]/).find((part) => part !== '') ?? ''
}
