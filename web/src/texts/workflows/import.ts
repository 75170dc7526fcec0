import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const title = 'Import workflows'
export const note =
  'Choose a file that was exported from Millrace, or paste its content. Nothing runs until you publish.'
export const chooseFile = 'Choose a file'
export const dropFile = 'or drop it here'
export const paste = 'Or paste JSON'
export const notJson = 'This is not valid JSON.'
const importable =
  'Millrace imports what was exported from Millrace: a bundle, or a workflow with a list of nodes.'
export const noWorkflow = `This JSON contains no workflow. ${importable}`
export const emptyBundle = 'This bundle is empty: it has no workflows, forms or variables.'
export const otherProduct = (name: string | null) =>
  `This looks like a workflow from ${name ?? 'another product'}. Millrace does not have its nodes. ${importable}`
export const nodes = (count: number) =>
  plural(count, { one: '1 node', other: `${formatNumber(count)} nodes` })
export const importNow = 'Import'
export const foundBundle = 'This is a bundle. The next step shows what importing it would do.'
export const next = 'Continue'
export const back = 'Back'

const workflowCount = (count: number) =>
  plural(count, { one: '1 workflow', other: `${formatNumber(count)} workflows` })
const formCount = (count: number) => plural(count, { one: '1 form', other: `${formatNumber(count)} forms` })
const variableCount = (count: number) =>
  plural(count, { one: '1 variable', other: `${formatNumber(count)} variables` })

const join = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts)

export const found = (count: number) => `Found ${workflowCount(count)}:`
export const imported = (count: { workflows: number; forms: number; variables: number }) => {
  const parts = [
    ...(count.workflows > 0 ? [workflowCount(count.workflows)] : []),
    ...(count.forms > 0 ? [formCount(count.forms)] : []),
    ...(count.variables > 0 ? [variableCount(count.variables)] : []),
  ]
  return `Imported ${join(parts)}`
}

export const reviewTitle = 'Review the import'
export const reviewNote = 'Nothing is changed until you import. New workflows are drafts.'
export const checking = 'Checking what the import would do…'
export const refused = 'This cannot be imported'
export const failed = 'Nothing was imported'

export const credentials = 'Credentials'
export const credentialsNote =
  'Secrets are never part of a file. Choose which of your credentials the nodes use instead.'
export const usedBy = (type: string, workflows: readonly string[]) =>
  workflows.length === 0 ? type : `${type}, used by ${join(workflows)}`
export const notChosen =
  'You have no credential with this name and type. Choose or create one, or do so in the nodes later.'
export const several =
  'You have several credentials with this name and type. Choose one, now or in the nodes later.'
export const leftOut = 'The nodes are imported without a credential.'

export const contents = 'What will be imported'
export const kinds = { workflows: 'Workflows', forms: 'Forms', variables: 'Variables' }
export const created = 'New'
export const replaced = 'Replaced'
export const kept = 'Kept as it is'
export const unchanged = 'Unchanged'
export const nothingToDo = 'Everything in this file exists already. There is nothing to import.'
export const nothingNew =
  'Everything in this file exists already. What differs is kept unless you replace it.'

export const differences = 'Some of this exists already and differs'
export const keep = 'Keep what exists'
export const keepNote = 'Only what is missing is created.'
export const replace = 'Replace what differs'
export const replaceNote = 'A published workflow runs the imported definition at once.'

export const missing = (count: number) =>
  plural(count, { one: '1 thing is missing', other: `${formatNumber(count)} things are missing` })
export const missingNote =
  'You can import all the same. Nodes that use what is missing fail the check until it exists:'
export const missingKinds = {
  credential: (name: string) => `Credential “${name}”`,
  integration: (name: string) => `Integration “${name}”`,
  workflow: (name: string) => `Workflow “${name}”`,
  variable: (name: string) => `Variable “${name}”`,
}
export const missingUsers = (workflows: readonly string[]) => `used by ${join(workflows)}`
