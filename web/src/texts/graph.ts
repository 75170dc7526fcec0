import { formatDuration } from './duration.ts'
import { formatNumber } from './format.ts'
import { plural } from './plural.ts'

const count = (value: number, one: string, other: string) =>
  `${formatNumber(value)} ${plural(value, { one, other })}`

export const note = 'Note'
export const group = 'Group'
export const unknownType = (type: string) => `Unknown type “${type}”`

export const graph = 'Workflow graph'
export const addAfter = (name: string, output: string) =>
  output === '' ? `Add a node after ${name}` : `Add a node after ${name}, ${output}`
export const addBetween = (source: string, target: string) => `Add a node between ${source} and ${target}`
export const edge = (source: string, target: string) => `Connection from ${source} to ${target}`
export const minimap = 'Overview map'
export const collapseGroup = (title: string) => `Collapse ${title}`
export const untitledGroup = 'Group'
export const groupSize = (value: number) => count(value, 'node', 'nodes')
export const emptyNote = 'Empty note'
export const noteText = 'Text of the note, in Markdown'
export const nodeName = 'Name of the node'

export const disabled = 'Disabled'
export const pinned = 'Pinned'
export const items = (value: number) => count(value, 'item', 'items')
export const iterations = (value: number) => count(value, 'iteration', 'iterations')
export const attempts = (value: number) => count(value, 'attempt', 'attempts')
export const atATime = (value: number) => `${value} at a time`
export const running = 'Running'
export const waiting = 'Waiting'
export const retrying = 'Retrying'
export const failed = 'Failed'
export const aborted = 'Cancelled'
export const completedIn = (ms: number) => `Completed in ${formatDuration(ms)}`
export const completed = 'Completed'
export const average = (duration: string) => `avg ${duration}`
export const averageOf = (average: number, longest: number) =>
  `${formatDuration(average)} on average, ${formatDuration(longest)} at most`
export const reused = 'Kept from the original run'
export const passes = (value: number) => `${formatNumber(value)} ×`

export const marks = { added: 'Added', removed: 'Removed', changed: 'Changed' }

/** Outputs whose name alone does not say enough. Cases of a switch show their own name. */
const outputs: Record<string, string> = {
  main: '',
  true: 'true',
  false: 'false',
  each: 'each',
  done: 'done',
  default: 'otherwise',
  approved: 'approved',
  rejected: 'rejected',
  timeout: 'timeout',
  error: 'error',
}
export const outputName = (handle: string) =>
  outputs[handle] ?? (handle.startsWith('case:') ? handle.slice('case:'.length) : handle)

const meanings: Record<string, string> = {
  true: 'The condition is true',
  false: 'The condition is false',
  each: 'Once for every iteration',
  done: 'After the last iteration',
  default: 'No case matches',
  approved: 'A person approved',
  rejected: 'A person rejected',
  timeout: 'No answer in time',
  error: 'The step failed',
}
export const outputMeaning = (handle: string) =>
  meanings[handle] ?? (handle.startsWith('case:') ? `Case ${handle.slice('case:'.length)}` : '')

/** The same sentence for screen readers, wherever a node is shown. */
export function describeNode(description: {
  name: string
  type: string
  line: string
  facts: readonly string[]
}): string {
  const { name, type, line, facts } = description
  return [name, type === name ? '' : type, line === type ? '' : line, ...facts]
    .filter((part) => part !== '')
    .join(', ')
}

export const progress = (ended: number, all: number) => `${formatNumber(ended)} of ${formatNumber(all)}`
export const failedOf = (failures: number, all: number) =>
  `${formatNumber(failures)} of ${formatNumber(all)} failed`
