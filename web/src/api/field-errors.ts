import { ApiError, describeError } from './api-error.ts'

export interface FormErrors<Field extends string> {
  fields: Partial<Record<Field, string>>
  /** What belongs to no field of the form. */
  form: string | undefined
}

export const noFormErrors: FormErrors<never> = { fields: {}, form: undefined }

/** Sorts a failure into messages beside the fields of a form and one message for the form as a whole. */
export function toFormErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): FormErrors<Field> {
  if (!(error instanceof ApiError) || error.issues.length === 0)
    return { fields: {}, form: describeError(error) }
  const sorted: FormErrors<Field> = { fields: {}, form: undefined }
  const others: string[] = []
  for (const issue of error.issues) {
    const field = fields.find((name) => name === topLevelName(issue.path))
    if (field === undefined)
      others.push(issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`)
    else sorted.fields[field] ??= issue.message
  }
  if (others.length > 0) sorted.form = others.join(' ')
  return sorted
}

/** `scopes[0]`, `scopes.0` and `/scopes/0` all speak of `scopes`. */
function topLevelName(path: string): string {
  return path.split(/[./[\]]/).find((part) => part !== '') ?? ''
}
