import { plural } from '../plural.ts'

export const kinds = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' }
export const absent = 'Not set'
export const emptyText = 'Empty text'
export const before = 'Before'
export const after = 'After'
export const unchangedLines = 'Unchanged lines'
export const lineMarks = { added: 'Added line:', removed: 'Removed line:', same: '' }

/** Members of a node that are no parameters. */
export const members: Record<string, string> = {
  name: 'Name',
  type: 'Type',
  disabled: 'Disabled',
  credential_id: 'Credential',
  retry: 'Retry',
  on_error: 'On error',
  timeout_ms: 'Timeout',
  on_unknown: 'If the outcome is unknown',
  pinned_output: 'Pinned output',
  notes: 'Notes',
}
export const connections = 'Connections'
export const connection = (source: string, handle: string, target: string) =>
  handle === 'main' ? `${source} → ${target}` : `${source} · ${handle} → ${target}`
export const variables = 'Variables'
export const movedNodes = (count: number) =>
  plural(count, { one: '1 node was moved on the canvas.', other: `${count} nodes were moved on the canvas.` })
export const noDifferences = 'There are no differences.'
export const summary = {
  added: (count: number) => plural(count, { one: '1 node added', other: `${count} nodes added` }),
  removed: (count: number) => plural(count, { one: '1 node removed', other: `${count} nodes removed` }),
  changed: (count: number) => plural(count, { one: '1 node changed', other: `${count} nodes changed` }),
  edges: 'connections changed',
  variables: 'variables changed',
  none: 'No changes',
}
export const graphLabel = 'Graph with the differences marked'
