import { type ImportedBundle, ImportedBundleSchema } from '@millrace/contract/bundle.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import { CompiledSchema } from '#http/index.ts'
import { checkForm } from '../forms/check-form.ts'

const schema = new CompiledSchema(ImportedBundleSchema)

/** Checks a bundle that came from a file. */
export function checkBundle(bundle: ImportedBundle): readonly Issue[] {
  const issues = schema.check(bundle)
  // The other rules hold for what has the right shape.
  return issues.length > 0 ? issues : [...checkParts(bundle, ''), ...checkBundledForms(bundle, () => true)]
}

/** References alone ask which of them the account has. */
const PARTS = ['workflows', 'forms', 'variables', 'references']

/**
 * Unknown members of a bundle are ignored, so a file of another kind would be a bundle with nothing in it: an import of it
 * would succeed and do nothing.
 */
export function checkParts(bundle: object | undefined, path: string): readonly Issue[] {
  if (bundle === undefined || PARTS.some((part) => part in bundle)) return []
  return [{ path, message: describeUnknown(bundle) }]
}

function describeUnknown(bundle: object): string {
  const expected = 'A bundle has `workflows`, `forms` or `variables`, as an export returns them.'
  if (!('nodes' in bundle)) return `has nothing to import. ${expected}`
  return 'connections' in bundle && !('edges' in bundle)
    ? `seems to be a workflow of another product, such as n8n. ${expected}`
    : `is a single workflow. ${expected} Put it into \`workflows\`.`
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
