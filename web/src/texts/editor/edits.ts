/** What undo and redo call an edit. */
import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

const steps = (count: number) => plural(count, { one: 'step', other: `${formatNumber(count)} steps` })

export const add = (name: string) => `Add ${name}`
export const connect = 'Connect steps'
export const disconnect = 'Remove connection'
export const move = (count: number) => `Move ${steps(count)}`
export const remove = (count: number) => `Delete ${steps(count)}`
export const cut = (count: number) => `Cut ${steps(count)}`
export const paste = (count: number) => `Paste ${steps(count)}`
export const duplicate = (count: number) => `Duplicate ${steps(count)}`
export const rename = 'Rename step'
export const disable = (count: number) => `Disable ${steps(count)}`
export const enable = (count: number) => `Enable ${steps(count)}`
export const group = 'Group steps'
export const ungroup = 'Ungroup steps'
export const toggleGroup = 'Collapse or expand group'
export const addNote = 'Add note'
export const editNote = 'Edit note'
export const resizeNote = 'Resize note'
export const align = 'Align steps'
export const tidyUp = 'Tidy up'
export const pin = 'Pin output'
export const unpin = 'Unpin output'
export const insert = 'Insert step'

export const newGroup = 'Group'
export const copied = (count: number) =>
  plural(count, { one: 'Step copied.', other: `${formatNumber(count)} steps copied.` })
export const nothingToPaste = 'The clipboard holds no steps'
export const pasteProblems = {
  'not-json': 'Copy steps in the editor, or a workflow as JSON, and paste again.',
  'no-nodes': 'The JSON in the clipboard has no nodes.',
  'other-product':
    'The clipboard holds a workflow of another product, with kinds of nodes that do not exist here.',
  'too-many': 'The clipboard holds more nodes than a workflow can have.',
}
export const clipboardBlocked = 'Could not read the clipboard'
export const clipboardBlockedNote = 'Allow this page to read the clipboard, or press Ctrl V on the canvas.'
