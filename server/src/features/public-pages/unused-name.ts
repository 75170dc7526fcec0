import type { FormField } from '@millrace/contract/form.ts'

/** A name for a control of ours that no field has: the wanted one, with underscores added while it is taken. */
export function unusedName(fields: readonly FormField[], wanted: string): string {
  const taken = new Set(fields.map(({ name }) => name))
  let name = wanted
  while (taken.has(name)) name += '_'
  return name
}
