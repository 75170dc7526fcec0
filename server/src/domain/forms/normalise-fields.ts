import { FIELD_TYPE_SPELLINGS, type FormField, type NewFormField } from '@millrace/contract/form.ts'

/** The fields as stored: canonical types, trimmed names, `required` always set, and no unknown properties. */
export function normaliseFields(fields: readonly NewFormField[]): FormField[] {
  return fields.map((field) => {
    const {
      name,
      type,
      required,
      label,
      help,
      placeholder,
      options,
      min,
      max,
      min_length,
      max_length,
      pattern,
      accept,
      max_bytes,
      max_files,
    } = field
    const known = {
      label,
      help,
      placeholder,
      default: field.default,
      options,
      min,
      max,
      min_length,
      max_length,
      pattern,
      accept: accept?.map((one) => one.trim().toLowerCase()),
      max_bytes,
      max_files,
    }
    const details = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
    return { name: name.trim(), type: canonicalType(type), required: required ?? false, ...details }
  })
}

function canonicalType(type: string): FormField['type'] {
  const spellings: Readonly<Record<string, FormField['type']>> = FIELD_TYPE_SPELLINGS
  return Object.hasOwn(spellings, type) ? (spellings[type] as FormField['type']) : (type as FormField['type'])
}
