import { fieldLabels } from '@millrace/contract/field-label.ts'
import type { FormField, SubmissionColumn } from '@millrace/contract/form.ts'

/**
 * The columns of a list of submissions: the fields of the form, then fields that it no longer has. `earlier` are the fields of
 * versions with submissions, newest first; the newest one that has a field determines its label.
 */
export function listColumns(
  fields: readonly FormField[],
  earlier: readonly (readonly FormField[])[],
): SubmissionColumn[] {
  const found = new Map<string, FormField>()
  for (const field of [fields, ...earlier].flat()) if (!found.has(field.name)) found.set(field.name, field)
  const columns = [...found.values()]
  const labels = fieldLabels(columns)
  const current = new Set(fields.map(({ name }) => name))
  return columns.map(({ name, type }) => ({
    name,
    label: labels.get(name) ?? name,
    type,
    current: current.has(name),
  }))
}
