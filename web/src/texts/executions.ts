import { formatNumber } from './format.ts'
import { plural } from './plural.ts'

export const title = 'Executions'
export const loading = 'Loading executions'
export const loadFailed = 'Could not load executions'
export const moreFailed = 'Could not load more.'
export const loadingMore = 'Loading more…'
export const empty = 'No executions yet'
export const emptyNote =
  'An execution is one run of a workflow, with its steps, data and log. Run a workflow, or publish one with a trigger, and its runs appear here.'
export const viewerEmptyNote =
  'An execution is one run of a workflow, with its steps, data and log. Runs appear here as soon as somebody starts a workflow, or publishes one with a trigger.'
export const emptyWorkflow = 'This workflow has not run yet'
export const emptyWorkflowNote =
  'Run it from the editor, or publish it with a trigger. Each run appears here with its steps, data and log.'
export const viewerEmptyWorkflowNote =
  'Each run appears here with its steps, data and log, as soon as somebody starts the workflow or a trigger does.'
export const openEditor = 'Open editor'
export const noMatch = 'No executions match'
export const noMatchNote = 'Change or clear the filters.'
export const clearFilters = 'Clear filters'
export const goToWorkflows = 'Go to workflows'

export const list = 'Executions'
export const run = 'Run'
export const filters = 'Filters'
export const status = 'Status'
export const anyStatus = 'Any status'
export const workflow = 'Workflow'
export const oneWorkflow = 'One workflow'
export const anyWorkflow = 'Any workflow'
export const trigger = 'Trigger'
export const anyTrigger = 'Any trigger'
export const errorCode = 'Error code'
export const from = 'From'
export const to = 'To'
export const moreFilters = 'More filters'

export const started = 'Started'
export const duration = 'Duration'
export const version = 'Version'
export const details = 'Details'
export const newRuns = (count: number) =>
  plural(count, { one: '1 new execution', other: `${formatNumber(count)} new executions` })
export const moreNewRuns = (count: number) => `More than ${formatNumber(count)} new executions`
export const group = 'Executions'
export const next = 'Next execution'
export const previous = 'Previous execution'
export const open = 'Open execution'
export const test = 'test'
export const retry = (id: string) => `retry of ${id}`
export const triggerNames = {
  api: 'API',
  manual: 'Manual',
  schedule: 'Schedule',
  poll: 'Poll',
  webhook: 'Webhook',
  form: 'Form',
  event: 'Event',
  workflow: 'Workflow',
  retry: 'Retry',
}
