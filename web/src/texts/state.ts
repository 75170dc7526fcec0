import { formatNumber } from './format.ts'
import { plural } from './plural.ts'

export const title = 'State'
export const intro = 'What workflows remember between their runs.'
export const listLabel = 'Remembered values'
export const loading = 'Loading state'
export const loadFailed = 'Could not load the state'
export const search = 'Key begins with'
export const clearSearch = 'Clear the search'
export const scope = 'Scope'
export const anyScope = 'All scopes'
export const account = 'Account'
export const deletedWorkflow = 'Deleted workflow'
export const columns = { key: 'Key', value: 'Value', scope: 'Scope', updated: 'Changed', expires: 'Expires' }
export const never = 'Never'
export const seen = 'Items of an only_new node'
export const remembered = (count: number) =>
  plural(count, { one: '1 item is remembered.', other: `${formatNumber(count)} items are remembered.` })
export const seenNote = 'Delete the key to make all of them new again.'
export const ofAccount = 'All workflows of the account can read it.'
export const ofWorkflow = 'Only the workflow that it belongs to uses it.'
export const open = (key: string) => `Open ${key}`
export const create = 'New value'
export const emptyTitle = 'Nothing is remembered yet'
export const emptyNote =
  'The node “State” keeps values between runs, and “Only new” keeps the items it has passed on. What they keep is listed here.'
export const noMatch = 'No key matches'
export const noMatchNote = 'The search compares the beginning of a key, in exactly this spelling.'
export const clearFilters = 'Clear the filters'

export const createTitle = 'New value'
export const createNote =
  'All workflows of the account can read it with the scope account. Never use it for secrets.'
export const key = 'Key'
export const value = 'Value (JSON)'
export const keyMissing = 'Enter a key.'
export const notJson = 'This is not valid JSON. Texts need quotation marks.'
export const save = 'Save'
export const saveFailed = 'Could not save the value'
export const saved = (name: string) => `${name} was saved`
export const remove = 'Delete'
export const deleteTitle = (name: string) => `Delete ${name}?`
export const deleteNote = 'Runs that read it find nothing from now on. This cannot be undone.'
export const deleteFailed = 'Could not delete the value'
export const deleted = (name: string) => `${name} was deleted`
