import type { Issue } from '@millrace/contract/errors.ts'
import type { FormField } from '@millrace/contract/form.ts'
import { checkValue } from './check-value.ts'

/** Every problem of the data with regard to the form; paths are those of the request body. */
export function checkSubmission(
  fields: readonly FormField[],
  data: Readonly<Record<string, unknown>>,
): Issue[] {
  const issues: Issue[] = []
  const known = new Set(fields.map((field) => field.name))
  for (const name of Object.keys(data)) {
    if (!known.has(name)) issues.push({ path: `data.${name}`, message: 'is not a field of this form' })
  }
  for (const field of fields) {
    const complaint = checkField(field, Object.hasOwn(data, field.name) ? data[field.name] : undefined)
    if (complaint !== undefined) issues.push({ path: `data.${field.name}`, message: complaint })
  }
  return issues
}

function checkField(field: FormField, value: unknown): string | undefined {
  if (isEmpty(value)) return field.required ? 'is required' : undefined
  const complaint = checkValue(field, value)
  if (complaint !== undefined) return complaint
  // As in a browser: a required box is one that has to be ticked.
  return field.type === 'checkbox' && field.required && value === false ? 'must be ticked' : undefined
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
