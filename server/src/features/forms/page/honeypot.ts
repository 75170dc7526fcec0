import type { FormField } from '@millrace/contract/form.ts'
import { unusedName } from '../../public-pages/unused-name.ts'

/** Name of the control that people never see and robots fill in. */
export function honeypotName(fields: readonly FormField[]): string {
  return unusedName(fields, 'extra_note')
}
