import { plural } from '../plural.ts'

export const title = 'Variables'
export const intro =
  'Values that every workflow of the account reads as vars.NAME, such as an address or a limit.'
export const secretNote =
  'Never for secrets: everybody who sees workflows sees them. Keep secrets in credentials.'
export const readOnlyNote = 'Editors and owners change them.'
export const listLabel = 'Variables of the account'
export const loading = 'Loading variables'
export const loadFailed = 'Could not load the variables'
export const create = 'New variable'
export const emptyTitle = 'No variables yet'
export const emptyNote =
  'A variable gives several workflows the same value. Change it here, and the next run of each uses it.'
export const open = (name: string) => `Open ${name}`
export const changed = 'Changed'

export const createTitle = 'New variable'
export const note = 'Runs read it when they start. Runs in progress keep the value that they have read.'
export const name = 'Name'
export const nameHint = 'Expressions write vars. before it, as in vars.BASE_URL.'
export const nameInvalid = 'Use letters, digits and _, beginning with a letter or _.'
export const value = 'Value'
export const asText = 'Text'
export const asJson = 'JSON'
export const kind = 'Type of the value'
export const valueHint =
  'Visible to everybody who sees workflows. Never enter a password or a key: use a credential.'
export const notJson = 'This is not valid JSON. Texts need quotation marks.'
export const description = 'Description'
export const save = 'Save'
export const saveFailed = 'Could not save the variable'
export const saved = (variable: string) => `${variable} was saved`
export const remove = 'Delete'
export const deleteTitle = (variable: string) => `Delete ${variable}?`
export const deleteNote = 'Expressions that read it find nothing in their next run. This cannot be undone.'
export const deleteFailed = 'Could not delete the variable'
export const deleted = (variable: string) => `${variable} was deleted`
export const usedBy = (count: number) =>
  plural(count, { one: '1 workflow uses it:', other: `${count} workflows use it:` })
export const notUsed = 'No workflow uses it.'
export const renameNote = (count: number) =>
  plural(count, {
    one: '1 workflow uses the old name. Change its expressions afterwards:',
    other: `${count} workflows use the old name. Change their expressions afterwards:`,
  })
export const mayUse = (workflow: string) => `${workflow} (computes names)`
