import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const listLabel = 'Submissions'
export const loading = 'Loading submissions'
export const loadingMore = 'Loading more submissions'
export const searchingMore = 'Searching further submissions'
export const loadFailed = 'Could not load submissions'
export const moreFailed = 'More submissions could not be loaded.'
export const search = 'Search answers'
export const clearSearch = 'Clear search'
export const count = (total: number) =>
  plural(total, { one: '1 submission', other: `${formatNumber(total)} submissions` })
export const found = (total: number, hasMore: boolean) =>
  hasMore ? `${formatNumber(total)}+ found` : `${formatNumber(total)} found`
export const columns = 'Columns'
export const chooseColumns = 'Choose columns'
export const showAllColumns = 'Show all'
export const resetColumns = 'Reset'
export const removedColumn = 'no longer in the form'
export const exportCsv = 'Export CSV'
export const exportFound = 'Export found as CSV'
export const exportNote = 'All submissions with all columns, for spreadsheets'
export const receivedAt = 'Received'
export const select = (time: string) => `Select the submission of ${time}`
export const selectAll = 'Select all loaded submissions'
export const selected = (total: number) => `${formatNumber(total)} selected`
export const selectionActions = 'Actions for the selected submissions'
export const clearSelection = 'Clear selection'
export const newOnes = (total: number, isMore: boolean) =>
  isMore
    ? `More than ${total} new submissions`
    : plural(total, { one: '1 new submission', other: `${total} new submissions` })
export const emptyTitle = 'No submissions yet'
export const emptyNote =
  'What people send with this form appears here as it arrives, to search, read and export. Share the link of the form to get the first answers.'
export const goToShare = 'Share the form'
export const noMatchTitle = 'No submission matches'
export const noMatchNote = 'The search looks at all texts and numbers in the answers.'

export const group = 'Submissions'
export const next = 'Next submission'
export const previous = 'Previous submission'
export const openDetail = 'Open submission'
export const focusSearch = 'Search answers'
export const remove = 'Delete'
export const removeOne = 'Delete submission'
export const deleteTitle = (total: number) =>
  plural(total, { one: 'Delete this submission?', other: `Delete ${formatNumber(total)} submissions?` })
export const deleteNote =
  'The answers are deleted for good. Runs that they started stay. This cannot be undone.'
export const deleted = (total: number) =>
  plural(total, { one: 'Submission deleted', other: `${formatNumber(total)} submissions deleted` })
export const deleteFailed = 'Could not delete'

export const detail = 'Submission'
export const answers = 'Answers'
export const closeDetail = 'Close'
export const detailFailed = 'Could not load the submission'
export const detailMissing = 'This submission does not exist. It may have been deleted.'
export const version = (number: number) => `Filled in on version ${number} of the form`
export const id = 'Id'
export const noAnswer = 'No answer'
export const concealed = 'Hidden'
export const reveal = (name: string) => `Show ${name}`
export const conceal = (name: string) => `Hide ${name}`
export const yes = 'Yes'
export const no = 'No'
