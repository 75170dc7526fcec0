import type { ParameterField } from './schema-fields.ts'

/** The default or an example, shown while the field is empty. */
export function placeholderOf({ schema }: Pick<ParameterField, 'schema'>): string {
  const value = schema.default ?? schema.examples?.[0]
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.split('\n')[0] ?? ''
}
