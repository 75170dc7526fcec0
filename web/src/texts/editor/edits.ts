/** What undo and redo call an edit. */
import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

const nodes = (count: number) => plural(count, { one: 'node', other: `${formatNumber(count)} nodes` })

export const add = (name: string) => `Add ${name}`
export const connect = 'Connect nodes'
export const disconnect = 'Remove connection'
export const move = (count: number) => `Move ${nodes(count)}`
export const remove = (count: number) => `Delete ${nodes(count)}`
export const cut = (count: number) => `Cut ${nodes(count)}`
export const paste = (count: number) => `Paste ${nodes(count)}`
export const duplicate = (count: number) => `Duplicate ${nodes(count)}`
export const rename = 'Rename node'
export const disable = (count: number) => `Disable ${nodes(count)}`
export const enable = (count: number) => `Enable ${nodes(count)}`
export const group = 'Group nodes'
export const ungroup = 'Ungroup nodes'
export const toggleGroup = 'Collapse or expand group'
export const addNote = 'Add note'
export const editNote = 'Edit note'
export const resizeNote = 'Resize note'
export const align = 'Align nodes'
export const tidyUp = 'Tidy up'
export const pin = 'Pin output'
export const unpin = 'Unpin output'
export const insert = 'Insert node'

export const newGroup = 'Group'
export const copied = (count: number) =>
  plural(count, { one: 'Node copied.', other: `${formatNumber(count)} nodes copied.` })
export const nothingToPaste = 'The clipboard holds no nodes'
export const pasteProblems = {
  'not-json': 'Copy nodes in the editor, or a workflow as JSON, and paste again.',
  'no-nodes': 'The JSON in the clipboard has no nodes.',
  'other-product':
    'The clipboard holds a workflow of another product, with kinds of nodes that do not exist here.',
  'too-many': 'The clipboard holds more nodes than a workflow can have.',
}
export const clipboardBlocked = 'Could not read the clipboard'
export const clipboardBlockedNote = 'Allow this page to read the clipboard, or press Ctrl V on the canvas.'
