/** Names of the commands of the editor, as menus and the command palette show them. */
export const edit = 'Edit'
export const select = 'Select'
export const view = 'View'
export const run = 'Run'

export const undo = (label: string | null) => (label === null ? 'Undo' : `Undo ${lower(label)}`)
export const redo = (label: string | null) => (label === null ? 'Redo' : `Redo ${lower(label)}`)
export const addNode = 'Add node…'
export const addHere = 'Add node here…'
export const insertHere = 'Insert node…'
export const addNote = 'Add note'
export const open = 'Open'
export const rename = 'Rename'
export const cut = 'Cut'
export const copy = 'Copy'
export const paste = 'Paste'
export const duplicate = 'Duplicate'
export const remove = 'Delete'
export const disable = 'Disable'
export const enable = 'Enable'
export const group = 'Group'
export const ungroup = 'Ungroup'
export const collapse = 'Collapse group'
export const expand = 'Expand group'
export const pin = 'Pin output of this run'
export const unpin = 'Unpin output'
export const align = {
  left: 'Align left edges',
  center: 'Align centers',
  right: 'Align right edges',
  top: 'Align top edges',
  middle: 'Align middles',
  bottom: 'Align bottom edges',
  'distribute-horizontally': 'Distribute horizontally',
  'distribute-vertically': 'Distribute vertically',
}
export const alignKeywords = ['align', 'arrange', 'distribute']
export const selectAll = 'Select all'
export const clearSelection = 'Clear selection'
export const selectDownstream = 'Select everything after'
export const selectUpstream = 'Select everything before'
export const walk = {
  left: 'Go to the node before',
  right: 'Go to the node after',
  up: 'Go to the node above',
  down: 'Go to the node below',
}
export const extendUp = 'Also select the node above'
export const extendDown = 'Also select the node below'
export const tidyUp = 'Tidy up'
export const tidyUpKeywords = ['layout', 'arrange', 'align']
export const zoomIn = 'Zoom in'
export const zoomOut = 'Zoom out'
export const zoomReset = 'Zoom to 100 %'
export const fit = 'Fit to view'
export const fitSelection = 'Fit selection to view'
export const minimap = 'Overview map'
export const listView = 'Show as a list'
export const canvasView = 'Show as a graph'
export const marquee = 'Select with the pointer'
export const toggleDrawer = 'Show or hide the run panel'
export const problems = 'Show problems'
export const runAll = 'Run'
export const runWithInput = 'Run with input…'
export const runUntil = (name: string) => `Run to “${name}”`
export const runUntilHere = 'Run to this node'
export const runAlone = 'Run only this node'
export const runFrom = (name: string) => `Run from “${name}”`
export const stop = 'Stop the run'
export const publish = 'Publish…'
export const closeRun = 'Leave the run'

function lower(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1)
}
