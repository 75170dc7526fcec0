import type { FormField } from '@millrace/contract/form.ts'

/** Name of the control that people never see and robots fill in; no field of the form has it. */
export function honeypotName(fields: readonly FormField[]): string {
  const taken = new Set(fields.map(({ name }) => name))
  let name = 'extra_note'
  while (taken.has(name)) name += '_'
  return name
}
