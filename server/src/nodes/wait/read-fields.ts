import type { Issue } from '@millrace/contract/errors.ts'
import type { NewFormField } from '@millrace/contract/form.ts'
import { PatternCheck } from '@millrace/expressions'
import { checkFields, checkNames, type JsonObject, type JsonValue, normaliseFields } from '#domain/index.ts'

/** Reads the fields of an approval and checks them by the rules of forms. Their shape must match the schema already. */
export function readFields(value: JsonValue | undefined): {
  readonly fields: readonly JsonObject[]
  readonly issues: readonly Issue[]
} {
  const fields = normaliseFields((value ?? []) as unknown as readonly NewFormField[])
  const issues = [
    ...checkNames(fields.map(({ name }) => name)),
    ...checkFields(fields, new PatternCheck()),
    ...fields.flatMap(({ type }, index) => (type === 'file' ? [noFile(index)] : [])),
  ]
  return { fields: fields as unknown as readonly JsonObject[], issues }
}

function noFile(index: number): Issue {
  return { path: `fields[${index}].type`, message: 'must not be `file`: only forms take files' }
}
