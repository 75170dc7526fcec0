import { type ImportedBundle, ImportedBundleSchema } from '@millrace/contract/bundle.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import { CompiledSchema } from '#http/index.ts'
import { checkForm } from '../forms/check-form.ts'

const schema = new CompiledSchema(ImportedBundleSchema)

/** Checks a bundle that came from a file. */
export function checkBundle(bundle: ImportedBundle): readonly Issue[] {
  const issues = schema.check(bundle)
  // The rules of forms hold for forms that have the right shape.
  return issues.length > 0 ? issues : checkBundledForms(bundle, () => true)
}

/** Checks the rules for forms that the schema cannot express. */
export function checkBundledForms(
  bundle: ImportedBundle | undefined,
  isValid: (path: string) => boolean,
): readonly Issue[] {
  const forms: unknown = bundle?.forms
  if (!Array.isArray(forms)) return []
  return (forms as NonNullable<ImportedBundle['forms']>).flatMap((form, index) => {
    const path = `forms[${index}]`
    if (!isValid(path)) return []
    const { name, fields, settings = {} } = form
    const inForm = (inner: string) => isValid(`${path}.${inner}`)
    const issues = checkForm({ body: { name, fields, settings } }, inForm)
    return issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` }))
  })
}
