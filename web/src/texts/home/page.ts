import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const title = 'Home'
export const group = 'Home'
export const period = 'Period'
export const periods = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' } as const
export const showPeriod = (name: string) => `Show the last ${name}`
export const loadFailed = 'Could not load the overview'

export const runs = 'Runs'
export const failed = 'Failed'
export const median = 'Median duration'
export const waiting = 'Waiting now'
export const percent = (share: number) =>
  `${share < 10 ? share.toFixed(share === 0 ? 0 : 2) : Math.round(share)} %`
export const change = (share: number) => `${share >= 0 ? '+' : '−'}${Math.abs(Math.round(share))} %`
export const points = (value: number) => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(1)}`
export const against = 'compared with the period before'
export const p95 = (duration: string) => `95 % within ${duration}`
export const oldest = 'oldest {time}'
export const running = (count: number) => `${formatNumber(count)} running`
export const none = '–'

export const completedLegend = 'completed'
export const failedLegend = 'failed'
export const medianLegend = 'median duration'
export const showTable = 'Table'
export const showChart = 'Chart'
export const view = 'Show as'
export const chartLabel = (completed: number, failures: number) =>
  `Runs over time: ${formatNumber(completed)} completed, ${formatNumber(failures)} failed. Use the arrow keys to read the values, or show them as a table.`
export const pointLabel = (at: string, completed: number, failures: number, duration: string) =>
  `${at}: ${formatNumber(completed)} completed, ${formatNumber(failures)} failed, median ${duration}`
export const tableLabel = 'Runs over time'
export const columnTime = 'From'
export const columnCompleted = 'Completed'
export const columnFailed = 'Failed'
export const columnMedian = 'Median'
export const columnP95 = '95 %'
export const noRunsTitle = 'No runs in this period'
export const noRunsNote = 'Runs of published workflows appear here within a few seconds of their end.'

export const inbox = 'Inbox'
export const connections = 'Connections'
export const approvals = 'Waiting for you'
export const noApprovals =
  'Nothing waits for a decision. A workflow asks for one with a “Wait” node that waits for an approval.'
export const moreApprovals = (count: number) =>
  plural(count, { one: '1 more waits', other: `${count} more wait` })
export const approve = 'Approve'
export const reject = 'Reject'
export const answer = 'Answer'
export const answered = 'Your decision is stored'
export const answerFailed = 'Could not store your decision'
export const approveNamed = (message: string) => `Approve: ${message}`
export const rejectNamed = (message: string) => `Reject: ${message}`
export const answerNamed = (message: string) => `Answer: ${message}`
export const expires = 'expires'
export const deletedWorkflow = 'Deleted workflow'

export const triggers = 'Triggers'
export const schedules = 'Next schedules'
export const noSchedules =
  'No published workflow has a schedule. Workflows with the trigger “Schedule” show their next run here.'

export const credentials = 'Credentials that need attention'
export const noError = 'The last request failed.'
