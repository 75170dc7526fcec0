import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const title = 'Forms'
export const listLabel = 'Forms'
export const loading = 'Loading forms'
export const loadFailed = 'Could not load forms'
export const loadingMore = 'Loading more forms'
export const count = (total: number) =>
  plural(total, { one: '1 form', other: `${formatNumber(total)} forms` })

export const search = 'Search forms'
export const clearSearch = 'Clear search'
export const columns = {
  name: 'Name',
  state: 'State',
  submissions: 'Submissions',
  last: 'Last submission',
  updated: 'Changed',
  actions: 'Actions',
}
export const never = 'None yet'
export const submissions = (count: number) =>
  plural(count, { one: '1 submission', other: `${formatNumber(count)} submissions` })
export const select = (name: string) => `Select ${name}`
export const selectAll = 'Select all forms'
export const actionsOf = (name: string) => `Actions for ${name}`
export const selected = (total: number) => `${formatNumber(total)} selected`
export const selectionActions = 'Actions for the selected forms'
export const clearSelection = 'Clear selection'

export const emptyTitle = 'Ask your first question'
export const emptyNote =
  'A form has a page of its own that everybody with the link can fill in. Every submission can start a workflow.'
export const viewerEmptyTitle = 'No forms yet'
export const viewerEmptyNote =
  'A form has a page of its own that everybody with the link can fill in. Editors and the owner create forms; you can then read what people submit.'
export const noMatchTitle = 'No form matches'
export const noMatchNote = 'Try other words, or clear the search.'

export const group = 'Forms'
export const create = 'New form'
export const untitled = 'Untitled form'
export const duplicate = 'Duplicate'
export const remove = 'Delete'
export const viewSubmissions = 'View submissions'
export const copyOf = (name: string) => `${name} (copy)`
export const progress = {
  duplicate: (done: number, total: number) => `Duplicating ${done} of ${total}`,
  remove: (done: number, total: number) => `Deleting ${done} of ${total}`,
}
export const duplicated = (total: number) =>
  plural(total, { one: 'Form duplicated', other: `${total} forms duplicated` })
export const deleted = (total: number) =>
  plural(total, { one: 'Form deleted', other: `${total} forms deleted` })
export const duplicateFailed = (failed: number, total: number) =>
  total === 1 ? 'Could not duplicate the form' : `${failed} of ${total} forms could not be duplicated`
export const deleteFailed = (failed: number, total: number) =>
  total === 1 ? 'Could not delete the form' : `${failed} of ${total} forms could not be deleted`
export const open = 'Open'
export const deleteTitle = (total: number, name: string) =>
  plural(total, { one: `Delete “${name}”?`, other: `Delete ${total} forms?` })
export const deleteNote = (submissions: number) =>
  submissions === 0
    ? 'Their pages stop working at once. This cannot be undone.'
    : `Their pages stop working at once, and ${plural(submissions, {
        one: '1 submission is',
        other: `${formatNumber(submissions)} submissions are`,
      })} deleted as well. Workflows that a form starts no longer run by it. This cannot be undone.`
export const focusSearch = 'Search the list'
export const next = 'Next form'
export const previous = 'Previous form'
export const toggleSelected = 'Select or deselect form'
export const list = 'List'
