import type { FormField, SubmissionColumn } from '@millrace/contract/form.ts'

/**
 * The columns of a list of submissions: the fields of the form, then fields that it no longer has. `earlier` are the fields of
 * versions with submissions, newest first; the newest one that has a field determines its label.
 */
export function listColumns(
  fields: readonly FormField[],
  earlier: readonly (readonly FormField[])[],
): SubmissionColumn[] {
  const columns = new Map<string, SubmissionColumn>()
  const add = (field: FormField, current: boolean) => {
    if (!columns.has(field.name)) columns.set(field.name, toColumn(field, current))
  }
  for (const field of fields) add(field, true)
  for (const version of earlier) for (const field of version) add(field, false)
  return [...columns.values()]
}

function toColumn({ name, label, type }: FormField, current: boolean): SubmissionColumn {
  return { name, label: label === undefined || label.trim() === '' ? name : label, type, current }
}
