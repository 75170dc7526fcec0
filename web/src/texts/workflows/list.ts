import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const title = 'Workflows'
export const listLabel = 'Workflows'
export const loading = 'Loading workflows'
export const loadFailed = 'Could not load workflows'
export const loadingMore = 'Loading more workflows'
export const count = (total: number) =>
  plural(total, { one: '1 workflow', other: `${formatNumber(total)} workflows` })

export const search = 'Search workflows'
export const clearSearch = 'Clear search'
export const status = 'Status'
export const anyStatus = 'Any status'
export const live = 'Live'
export const draft = 'Draft'
export const unpublishedChanges = 'Live, with unpublished changes'
export const liveVersion = (number: number) => `Live · v${number}`
export const changed = 'changed'
export const tag = 'Tag'
export const anyTag = 'Any tag'
export const folder = 'Folder'
export const anyFolder = 'Any folder'
export const sort = 'Order'
export const sortNames = { updated: 'Last changed', created: 'Newest', name: 'Name' }
export const clearFilters = 'Clear filters'

export const columns = {
  name: 'Name',
  state: 'State',
  runs: 'Recent runs',
  lastRun: 'Last run',
  updated: 'Changed',
  actions: 'Actions',
}
export const neverRun = 'Never'
/** Where no heading says what. */
export const noRuns = 'No runs yet'
export const select = (name: string) => `Select ${name}`
export const selectAll = 'Select all workflows'
export const actionsOf = (name: string) => `Actions for ${name}`
export const selected = (total: number) => `${formatNumber(total)} selected`
export const selectionActions = 'Actions for the selected workflows'

export const emptyTitle = 'Build your first workflow'
export const emptyNote =
  'A workflow starts on its own, by a schedule, a request or a form, and runs your steps one after another. Start with an empty canvas, or with one of these:'
export const noMatchTitle = 'No workflow matches'
export const noMatchNote = 'Try other words, or clear the filters.'
export const viewerEmptyTitle = 'No workflows yet'
export const viewerEmptyNote =
  'A workflow starts on its own, by a schedule, a request or a form, and runs its steps one after another. Editors and the owner create them; you can then read them and follow their runs.'
