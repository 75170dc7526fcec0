import type { Issue } from '@millrace/contract/errors.ts'
import type { FormChanges, NewFormField } from '@millrace/contract/form.ts'
import { PatternCheck } from '@millrace/expressions'
import { checkFields, checkNames, checkSettings, normaliseFields } from '#domain/index.ts'

/** Checks the rules for a form that the schema cannot express. */
export function checkForm(
  { body }: { body: FormChanges },
  isValid: (path: string) => boolean,
): readonly Issue[] {
  const issues = checkFormFields(body, isValid)
  return typeof body.settings === 'object'
    ? [...issues, ...checkSettings(body.settings ?? {}, isValid)]
    : issues
}

/** Checks the fields that the schema accepted; the others are skipped, and all keep their numbers. */
function checkFormFields(body: FormChanges, isValid: (path: string) => boolean): readonly Issue[] {
  if (!Array.isArray(body.fields)) return []
  const numbers = [...body.fields.keys()].filter((number) => isValid(`fields[${number}]`))
  const fields = normaliseFields(numbers.map((number) => body.fields?.[number] as NewFormField))
  const names = body.fields.map((field, number) =>
    isValid(`fields[${number}].name`) ? field.name.trim() : undefined,
  )
  return [
    ...checkNames(names),
    ...checkFields(fields, new PatternCheck(), (position) => `fields[${numbers[position] ?? position}]`),
  ]
}
