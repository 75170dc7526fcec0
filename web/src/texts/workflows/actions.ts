import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const group = 'Workflows'
export const list = 'List'

export const create = 'New workflow'
export const untitled = 'Untitled workflow'
export const copyOf = (name: string) => `Copy of ${name}`

export const open = 'Open'
export const run = 'Run'
export const publish = 'Publish'
export const unpublish = 'Unpublish'
export const duplicate = 'Duplicate'
export const exportJson = 'Export as JSON'
export const importJson = 'Import from JSON'
export const editLabels = 'Edit tags and folder'
export const remove = 'Delete'
export const focusSearch = 'Search the list'
export const next = 'Next workflow'
export const previous = 'Previous workflow'
export const toggleSelected = 'Select or deselect'
export const extendDown = 'Extend the selection down'
export const extendUp = 'Extend the selection up'
export const selectAll = 'Select all'
export const clearSelection = 'Clear the selection'

const ofTotal = (doing: string) => (done: number, total: number) =>
  total === 1 ? `${doing}…` : `${doing} ${formatNumber(done)} of ${formatNumber(total)}`
const couldNot = (participle: string) => (failed: number, total: number) =>
  total === 1
    ? `The workflow could not be ${participle}`
    : `${formatNumber(failed)} of ${formatNumber(total)} workflows could not be ${participle}`

export const running = ofTotal('Starting')
export const publishing = ofTotal('Publishing')
export const unpublishing = ofTotal('Unpublishing')
export const duplicating = ofTotal('Duplicating')
export const exporting = ofTotal('Exporting')
export const importing = ofTotal('Importing')
export const saving = ofTotal('Saving')
export const deleting = ofTotal('Deleting')
export const runFailed = couldNot('started')
export const publishFailed = couldNot('published')
export const unpublishFailed = couldNot('unpublished')
export const duplicateFailed = couldNot('duplicated')
export const exportFailed = couldNot('exported')
export const importFailed = couldNot('imported')
export const saveFailed = couldNot('changed')
export const deleteFailed = couldNot('deleted')
export const cancelled = (done: number, total: number) =>
  `Cancelled after ${formatNumber(done)} of ${formatNumber(total)}`

const workflows = (count: number) =>
  plural(count, { one: '1 workflow', other: `${formatNumber(count)} workflows` })
export const started = (count: number) =>
  plural(count, { one: 'Run started', other: `${formatNumber(count)} runs started` })
export const openRun = 'Open run'
export const published = (count: number) => `Published ${workflows(count)}`
export const unpublished = (count: number) => `Unpublished ${workflows(count)}`
export const duplicated = (count: number) => `Duplicated ${workflows(count)}`
export const imported = (count: number) => `Imported ${workflows(count)}`
export const deleted = (count: number) => `Deleted ${workflows(count)}`

export const checking = 'Checking for problems…'
export const publishTitle = (count: number) =>
  plural(count, { one: 'Publish with errors?', other: 'Publish with errors?' })
export const publishNote = 'Runs that reach one of these errors will fail:'
export const publishAnyway = 'Publish anyway'

export const unpublishTitle = (name: string, count: number) =>
  count === 1 ? `Unpublish “${name}”?` : `Unpublish ${workflows(count)}?`
export const unpublishNote =
  'The triggers stop starting runs. Runs that have started finish. You can publish again at any time.'

export const deleteTitle = (name: string, count: number) =>
  count === 1 ? `Delete “${name}”?` : `Delete ${workflows(count)}?`
export const deleteNote =
  'This cannot be undone. Runs that have started finish, and past runs remain readable by their address.'
export const deleteList = 'These workflows will be deleted:'
export const moreNames = (count: number) => `and ${formatNumber(count)} more`
export const stops = 'These triggers stop immediately:'
export const triggerKinds = {
  schedule: 'Schedule',
  poll: 'Poll',
  webhook: 'Inbound webhook',
  form: 'Form',
  event: 'Event',
}
export const triggerOf = (kind: string, workflow: string) => `${kind} of “${workflow}”`

export const labelsTitle = (name: string, count: number) =>
  count === 1 ? `Tags and folder of “${name}”` : `Tags and folder of ${workflows(count)}`
export const tags = 'Tags'
export const noTags = 'There are no tags yet. Add the first one below.'
export const newTag = 'New tag'
export const addTag = 'Add tag'
export const tagTooLong = 'A tag has at most 50 characters.'
export const folder = 'Folder'
export const folderHint = 'Separate levels with a slash: Sales/Orders.'
export const keepFolder = 'Do not change'
export const noFolder = 'No folder'
export const createFolder = (name: string) => `Use the folder “${name}”`
export const save = 'Save'
