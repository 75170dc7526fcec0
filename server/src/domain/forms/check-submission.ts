import type { Issue } from '@millrace/contract/errors.ts'
import type { FormField } from '@millrace/contract/form.ts'
import { checkValue } from './check-value.ts'
import type { FieldPatterns } from './field-patterns.ts'

/** More names that the form does not have help nobody, and describing them all takes long. */
const MAX_UNKNOWN = 100

/** All problems of the submitted data. Paths refer to the request body. */
export function checkSubmission(
  fields: readonly FormField[],
  data: Readonly<Record<string, unknown>>,
  patterns: FieldPatterns,
): Issue[] {
  const issues: Issue[] = []
  const known = new Set(fields.map((field) => field.name))
  let unknown = 0
  for (const name of Object.keys(data)) {
    if (known.has(name)) continue
    unknown += 1
    if (unknown <= MAX_UNKNOWN) issues.push({ path: `data.${name}`, message: 'is not a field of this form' })
  }
  const more = unknown - MAX_UNKNOWN
  if (more > 0) {
    const message = `has ${more} further ${more === 1 ? 'name that is' : 'names that are'} not a field of this form`
    issues.push({ path: 'data', message })
  }
  for (const field of fields) {
    const value = Object.hasOwn(data, field.name) ? data[field.name] : undefined
    const problem = checkField(field, value, patterns)
    if (problem !== undefined) issues.push({ path: `data.${field.name}`, message: problem })
  }
  return issues
}

function checkField(field: FormField, value: unknown, patterns: FieldPatterns): string | undefined {
  if (isEmpty(value)) return field.required ? 'is required' : undefined
  const problem = checkValue(field, value, patterns)
  if (problem !== undefined) return problem
  // As in a browser, a required checkbox must be checked.
  return field.type === 'checkbox' && field.required && value === false ? 'must be checked' : undefined
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
