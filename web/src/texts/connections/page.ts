import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const title = 'Connections'
export const group = 'Connections'
export const tabs = 'Connections'
export const credentials = 'Credentials'
export const integrations = 'Integrations'
export const focusSearch = 'Search the list'
export const clearSearch = 'Clear search'
export const clearFilters = 'Clear filters'
export const noMatch = 'Nothing matches'
export const noMatchNote = 'Try other words, or clear the filters.'
export const details = (name: string) => `Details of ${name}`
export const closeDetails = 'Close details'
export const more = (count: number) => `and ${formatNumber(count)} more`
export const never = 'Never'
export const id = 'ID'
export const actionsOf = (name: string) => `Actions for ${name}`
export const rename = 'Name'
export const nameRequired = 'Enter a name.'
export const saveFailed = 'The change was not saved'
export const workflowCount = (count: number) =>
  plural(count, { one: '1 workflow', other: `${formatNumber(count)} workflows` })
