import { plural } from '../plural.ts'

export const saveState = 'Save state'
export const saved = 'Saved'
export const saving = 'Saving…'
export const offline = 'Offline'
export const conflict = (count: number) => plural(count, { one: '1 conflict', other: `${count} conflicts` })
export const notSaved = 'Not saved'

export const savedNote = 'All changes are saved on the server.'
export const savedAt = 'Last saved {time}.'
export const savingNote = 'Your changes are kept in this browser and are being saved on the server.'
export const offlineNote =
  'The server cannot be reached. Your changes are kept in this browser and are saved as soon as the server is back.'
export const notKeptNote =
  'This browser does not allow Millrace to store data. Keep this page open until your changes are saved.'
export const problemNotes = {
  forbidden: 'You may not edit this workflow. Your changes are kept in this browser only.',
  deleted: 'This workflow no longer exists. Your changes are kept in this browser only.',
  refused: 'The server refused to save your changes. They are kept in this browser.',
  'signed-out': 'Sign in again to save your changes. They are kept in this browser.',
}
/** Why something that saves first did not happen. */
export const unsaved = {
  conflict: 'The same things were changed elsewhere. Resolve the conflicts first.',
  offline:
    'Cannot reach Millrace. Your changes are kept in this browser. Try again when there is a connection.',
  other: 'Your changes could not be saved. They are kept in this browser.',
}
export const copyAsNew = 'Save as a new workflow'
export const copyName = (name: string) => `${name} (copy)`
export const tryAgain = 'Try again now'

export const mergedBy = (name: string) => `${name} changed this workflow`
export const mergedElsewhere = 'This workflow was changed in another tab or on another device'
export const mergedNote = 'Both sets of changes were merged.'
export const discard = 'discard changes'

export const conflictTitle = 'Choose what to keep'
export const conflictIntro = (name: string | null) =>
  name === null
    ? 'The same things were changed here and elsewhere. Nothing is saved until you have chosen.'
    : `You and ${name} changed the same things. Nothing is saved until you have chosen.`
/** How the two sides of a conflict are called: changes by another person, or one's own in two places. */
export const conflictSides = {
  other: {
    keepAllMine: 'Keep all of mine',
    takeAllTheirs: 'Take all of theirs',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
    removedMine: 'Deleted by you',
    removedTheirs: 'Deleted by them',
  },
  self: {
    keepAllMine: 'Keep all from here',
    takeAllTheirs: 'Take all from there',
    keepMine: 'Keep what is here',
    takeTheirs: 'Take what is there',
    removedMine: 'Deleted here',
    removedTheirs: 'Deleted there',
  },
}
export const conflictIntroSelf =
  'The same things were changed here and in another tab or on another device. Nothing is saved until you have chosen.'
export const apply = 'Apply'
export const conflictOf = {
  node: (name: string) => `Node “${name}”`,
  edge: 'Connection',
  variable: (name: string) => `Variable “${name}”`,
}
export const choiceFor = (subject: string) => `What to keep: ${subject}`
