import type { Issue } from '@millrace/contract/errors.ts'
import type { NewFormField } from '@millrace/contract/form.ts'
import { checkFields, checkNames, type JsonObject, type JsonValue, normaliseFields } from '#domain/index.ts'

/** The fields of an approval, whose shape is sound, under the rules of forms. */
export function readFields(value: JsonValue | undefined): {
  readonly fields: readonly JsonObject[]
  readonly issues: readonly Issue[]
} {
  const fields = normaliseFields((value ?? []) as unknown as readonly NewFormField[])
  const issues = [...checkNames(fields.map(({ name }) => name)), ...checkFields(fields)]
  return { fields: fields as unknown as readonly JsonObject[], issues }
}
