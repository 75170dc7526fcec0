export const canvas = 'The canvas'
export const toolbar = 'Canvas'
export const editorPanel = 'Node panel'
export const inspectorRegion = 'The inspector'
export const zoomLevel = (zoom: number) => `${Math.round(zoom * 100)} %`
export const zoomLevelLabel = (zoom: number) => `Zoom: ${Math.round(zoom * 100)} %. Zoom to 100 %`
export const fit = 'Fit'
export const addNode = 'Add node'

export const emptyTitle = 'Start with a trigger'
export const emptyText = 'A trigger decides when the workflow runs. Everything else follows from it.'
export const emptyMore = 'All triggers and nodes'
export const emptyPaste = 'Or paste a Millrace workflow as JSON.'
export const emptyReadOnly =
  'This workflow has no nodes yet. Editors and the owner add them; you see here what they build.'
export const emptyReadOnlyTitle = 'An empty workflow'
