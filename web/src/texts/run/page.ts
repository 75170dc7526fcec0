import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const runGroup = 'Run'
export const documentTitle = (id: string, workflow: string) => `Run ${id} of ${workflow}`
export const run = (id: string) => `Run ${id}`
export const deletedWorkflow = 'Deleted workflow'
export const loading = 'Loading run'
export const loadFailed = 'Could not load this run'
export const notFound = 'This run does not exist'
export const notFoundNote =
  'It may have been deleted after its retention time, or it belongs to another account.'
export const allRuns = 'All executions'

export const statusWithDuration = {
  pending: (duration: string) => `Waiting for ${duration}`,
  running: (duration: string) => `Running for ${duration}`,
  completed: (duration: string) => `Completed in ${duration}`,
  failed: (duration: string) => `Failed after ${duration}`,
}
export const cancelledAfter = (duration: string) => `Cancelled after ${duration}`
export const version = (number: number) => `v${formatNumber(number)}`
export const workingCopy = 'working copy'
export const testRun = 'Test run'
export const testRunNote = 'This run used the working copy. Nodes with pinned output did not run.'
export const triggers = {
  api: 'API',
  manual: 'manual',
  schedule: 'schedule',
  poll: 'poll',
  webhook: 'webhook',
  form: 'form',
  event: 'event',
  workflow: 'workflow',
  retry: 'retry',
}
export const retryOf = 'Retry of'

export const newerRun = 'Newer run'
export const olderRun = 'Older run'
export const cancelRun = 'Cancel run'
export const runAgain = 'Run again'
export const fixAndResume = 'Fix and resume'
export const openInEditor = 'Open in the editor'
export const testWithInput = 'Open in the editor with this input'
export const moreActions = 'More actions'

export const cancelTitle = 'Cancel this run?'
export const cancelNote =
  'Steps that run are aborted, and runs that it started are cancelled. What has already happened is not undone. You can resume the run later.'
export const cancelFailed = 'Could not cancel the run'

export const reconnecting = 'The connection was lost. Reconnecting…'
export const polling = 'Live updates are not available. The page refreshes every few seconds.'

export const graph = 'Graph of the run'
export const graphFailed = 'The version that ran could not be loaded.'
export const data = 'Data of the step'
export const view = 'View'

/** The beginning of the banner: which node, and in which item. */
export const failedNode = (name: string, items: readonly number[]) =>
  items.length === 0 ? name : `${name}, ${items.map((index) => `item ${formatNumber(index + 1)}`).join(', ')}`
export const runFailed = 'The run failed'
export const attemptsMade = (count: number) =>
  plural(count, {
    one: 'The step made 1 attempt.',
    other: `The step made ${formatNumber(count)} attempts.`,
  })
export const itemsCompleted = (completed: number, total: number) =>
  `${formatNumber(completed)} of ${formatNumber(total)} items were completed; they do not run again when you resume.`
export const stepsKept = (count: number) =>
  plural(count, {
    one: '1 step was completed; it does not run again when you resume.',
    other: `${formatNumber(count)} steps were completed; they do not run again when you resume.`,
  })
