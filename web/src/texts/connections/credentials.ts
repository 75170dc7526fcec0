import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const listLabel = 'Credentials'
export const loading = 'Loading credentials'
export const loadFailed = 'Could not load credentials'
export const count = (total: number) =>
  plural(total, { one: '1 credential', other: `${formatNumber(total)} credentials` })
export const search = 'Search credentials'
export const type = 'Type'
export const anyType = 'Any type'
export const status = 'Status'
export const anyStatus = 'Any status'
export const statuses = { untested: 'Not tested', working: 'Working', failing: 'Failing' }
export const columns = {
  name: 'Name',
  type: 'Type',
  status: 'Status',
  used: 'Last used',
  changed: 'Value changed',
  actions: 'Actions',
}

export const create = 'New credential'
export const emptyTitle = 'Store your first credential'
export const emptyNote =
  'A credential holds the key, token or password of a service. It is encrypted, no one can read it afterwards, and workflows use it by name.'
export const viewerEmptyTitle = 'No credentials yet'
export const viewerEmptyNote = 'Ask an editor or the owner to store the first one.'

export const replace = 'Replace value'
export const replaceTitle = (name: string) => `Replace the value of “${name}”`
export const replaceNote =
  'Workflows keep using this credential. Requests that start after you save send the new value; those already on their way send the earlier one.'
export const replaceNow = 'Replace'
export const replaced = 'The value was replaced'
export const replaceFailed = 'The value was not replaced'

export const editHosts = 'Edit allowed hosts'
export const hostsTitle = (name: string) => `Allowed hosts of “${name}”`
export const hostsSave = 'Save'
export const anyHost = 'Every host'

export const remove = 'Delete'
export const removeTitle = (name: string) => `Delete “${name}”?`
export const removeNote = 'The secret is deleted permanently.'
export const removeUnused = 'Nothing uses it.'
export const removeBreaks = 'This stops working immediately:'
export const removeFailed = 'The credential was not deleted'
export const removed = (name: string) => `Deleted “${name}”`

export const lastError = 'Last error'
export const errorAt = 'Refused {when}'
export const created = 'Created'
export const used = 'Last used'
export const changed = 'Value changed'
export const hosts = 'Allowed hosts'
export const usedBy = 'Used by'
export const usageFailed = 'Could not load what uses it'
export const notUsed = 'No workflow, integration or trigger uses it yet.'
export const isLive = 'Live'
export const isDraft = 'Draft'
export const nodesOf = (names: readonly string[]) => names.join(', ')
export const through = (names: string) => `${names}, through an integration`
export const integrationUse = 'Integration'
export const triggerUse = (kind: string) => `Trigger (${kind})`
