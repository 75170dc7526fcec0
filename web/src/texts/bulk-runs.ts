import { formatNumber } from './format.ts'
import { plural } from './plural.ts'

const executions = (count: number) =>
  plural(count, { one: '1 execution', other: `${formatNumber(count)} executions` })

export const group = 'Selected executions'
export const selectionActions = 'Actions for the selected executions'
export const selected = (count: number) => `${formatNumber(count)} selected`
export const allSelected = 'All that match are selected'
export const selectRun = (name: string, id: string) => `Select run ${id} of ${name}`
export const selectLoaded = 'Select all loaded executions'
export const selectMatching = 'Select all that match'
export const toggleSelected = 'Select or deselect the execution'
export const extendDown = 'Extend the selection down'
export const extendUp = 'Extend the selection up'
export const clearSelection = 'Clear the selection'
export const cancel = 'Cancel executions'
export const resume = 'Resume executions'
export const compare = 'Compare executions'

export const titles = {
  cancel: (count: number) => `Cancel ${executions(count)}?`,
  resume: (count: number) => `Resume ${executions(count)}?`,
}
export const emptyTitles = { cancel: 'Nothing to cancel', resume: 'Nothing to resume' }
export const notes = {
  cancel:
    'Steps that run are aborted, and executions that they started are cancelled. What has already happened is not undone. You can resume a cancelled execution later.',
  resume:
    'Each one starts again at the step that failed, as a new execution, at most 20 per second. Results of earlier steps are kept: what an execution already did does not happen twice.',
}
export const emptyNotes = {
  cancel: 'None of these executions is running or waiting.',
  resume: 'None of these executions failed.',
}
export const skippedUpFront = {
  cancel: (count: number) =>
    plural(count, {
      one: '1 execution has already ended and is skipped.',
      other: `${formatNumber(count)} executions have already ended and are skipped.`,
    }),
  resume: (count: number) =>
    plural(count, {
      one: '1 execution did not fail, or is a test run, and is skipped.',
      other: `${formatNumber(count)} executions did not fail, or are test runs, and are skipped.`,
    }),
}
export const skippedLater =
  'Executions that were resumed before, test runs, and sub-workflows whose caller waits for them are skipped. The result lists how many, and why.'
export const tooMany = (max: number) =>
  `More than ${formatNumber(max)} executions match. This takes the newest ${formatNumber(max)}; repeat it for the rest.`
export const counting = 'Counting executions…'
export const countFailed = 'Could not count the executions'
export const createFailed = {
  cancel: 'Could not cancel the executions',
  resume: 'Could not resume the executions',
}
export const confirm = { cancel: 'Cancel executions', resume: 'Resume executions' }
export const keep = 'Do nothing'
export const version = 'Version'
export const versions = { current: 'The live version', original: 'The version of each execution' }

export const progress = 'Progress'
export const progressOf = { cancel: 'Cancelling executions', resume: 'Resuming executions' }
export const doing = {
  cancel: (done: number, total: number) => `Cancelling: ${formatNumber(done)} of ${formatNumber(total)}`,
  resume: (done: number, total: number) => `Resuming: ${formatNumber(done)} of ${formatNumber(total)}`,
}
export const done = {
  cancel: (count: number) => `${executions(count)} cancelled`,
  resume: (count: number) => `${executions(count)} resumed`,
}
export const stopped = {
  cancel: (count: number, total: number) =>
    `Stopped: ${formatNumber(count)} of ${executions(total)} cancelled`,
  resume: (count: number, total: number) => `Stopped: ${formatNumber(count)} of ${executions(total)} resumed`,
}
export const completed = (count: number) => `${formatNumber(count)} completed`
export const failed = (count: number) => `${formatNumber(count)} failed again`
export const skipped = (count: number) => `${formatNumber(count)} skipped`
export const reasons = 'Why executions were skipped'
export const reason = (count: number, message: string) => `${formatNumber(count)} × ${message}`
export const stop = 'Stop'
export const stopFailed = 'Could not stop'
export const dismiss = 'Dismiss'
