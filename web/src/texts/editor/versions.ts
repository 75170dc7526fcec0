import { formatShortMoment } from '../format.ts'

export const title = 'Versions'
export const loading = 'Loading versions'
export const loadFailed = 'Could not load the versions'
export const list = 'Versions of this workflow'
export const workingCopy = 'Working copy'
export const workingCopyNote = 'What the editor shows'
export const unpublishedChanges = 'Unpublished changes'
export const sameAsLive = 'Same as the live version'
export const live = 'Live'
export const current = 'Current'
/** Drafts from before the workflow went live have no number: their time tells them apart. */
export const version = (number: number | null, createdAt: string) =>
  number === null ? `Draft of ${formatShortMoment(createdAt)}` : `Version ${number}`
export const by = (author: string) => `by ${author}`
export const firstVersion = 'First version'
export const more = 'Show older versions'
export const compareWith = 'Compare with'
export const loadingComparison = 'Loading the comparison'
export const comparisonFailed = 'Could not load the comparison'
export const showGraph = 'Graph'
export const showList = 'List'
export const showAs = 'Show differences as'
export const restore = 'Restore'
export const restoreTitle = (name: string) => `Restore ${lowerFirst(name)}?`
export const restoreNote =
  'Its nodes, connections and variables replace those in the editor. You can undo this. Live runs do not change until you publish.'
export const restoreEdit = (name: string) => `restore ${lowerFirst(name)}`
export const restored = (name: string) => `${name} is in the editor`
export const restoredNote = 'Publish to make it live.'
export const openEditor = 'Open editor'
export const onlyOne = 'There is nothing to compare yet'
export const onlyOneNote =
  'Here you see what changed between two versions, and restore an earlier one. Publish the workflow, or change it, and its versions are listed on the left.'

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
