import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const title = 'Triggers'
export const intro = 'What starts your workflows, when, and what it started last.'
export const group = 'Triggers'
export const loading = 'Loading triggers'
export const loadFailed = 'Could not load the triggers'
export const search = 'Search by workflow'
export const clearSearch = 'Clear search'
export const focusSearch = 'Search triggers'
export const filters = 'Filters'
export const clearFilters = 'Clear filters'
export const loadMore = 'Load more'

export const emptyTitle = 'No triggers yet'
export const emptyNote =
  'A trigger starts a workflow: a schedule, a poll, an inbound webhook, a form or an event. Add one to a workflow, and it appears here with its next runs, its address and its last calls.'
export const goToWorkflows = 'Go to workflows'
export const noMatch = 'No triggers match'
export const noMatchNote = 'Change or clear the filters.'

export const period = 'Period'
export const periods = { '24h': '24 h', '7d': '7 d', '30d': '30 d' }
export const showPeriod = (name: string) => `Show ${name}`
export const earlier = 'Earlier'
export const later = 'Later'
export const now = 'Now'
export const nowLine = 'now'

export const kind = 'Type'
export const anyKind = 'Any type'
export const kinds = { schedule: 'Schedule', poll: 'Poll', webhook: 'Webhook', form: 'Form', event: 'Event' }
export const state = 'State'
export const anyState = 'Any state'
const states = { active: 'Active', paused: 'Paused', inactive: 'Inactive' }
export const stateFilters = { ...states, problem: 'With problems' }

export const count = (triggers: number, hasMore: boolean) =>
  `${formatNumber(triggers)}${hasMore ? '+' : ''} ${plural(hasMore ? 2 : triggers, { one: 'trigger', other: 'triggers' })}`
export const pausedCount = (triggers: number) =>
  plural(triggers, {
    one: '1 trigger is paused and starts nothing.',
    other: `${formatNumber(triggers)} triggers are paused and start nothing.`,
  })
export const showPaused = 'Show paused'

export const schedules = 'Schedules'
export const inbound = 'Addresses, polls and events'
export const noSchedules = 'No schedule matches.'
export const noInbound = 'No webhook, poll, form or event matches.'
export const timesIn = (zone: string) => `Times in ${zone}`

export const load = 'All schedules'
export const loadLabel = (runs: number, busiest: string) =>
  `About ${plural(runs, { one: '1 run', other: `${formatNumber(runs)} runs` })} in the period. ${busiest}`
export const busiest = (at: string, runs: number) => `Busiest at ${at}: ${runsOf(runs)}.`
export const nothingPlanned = 'No run is planned.'
export const loadStep = (at: string, runs: number, schedulesOf: number) =>
  `${at}: ${runsOf(runs)} of ${plural(schedulesOf, { one: '1 schedule', other: `${formatNumber(schedulesOf)} schedules` })}`
export const incomplete = 'Still adding up schedules…'
const runsOf = (runs: number) => plural(runs, { one: '1 run', other: `${formatNumber(runs)} runs` })

export const plannedRuns = (workflow: string, runs: number, isEstimate: boolean) =>
  `Planned runs of ${workflow}: ${isEstimate ? 'about ' : ''}${runsOf(runs)}`
export const noRuns = 'No runs in this period'
export const moreRuns = (runs: number) => `and ${formatNumber(runs)} more`
export const bandRuns = (from: string, to: string, runs: number) => `${from} – ${to}: ${runsOf(runs)}`
export const ifPublished = 'if it were published'
export const ifResumed = 'if it were resumed'
export const viewerTime = 'Your time'
export const next = 'Next run'
export const clocks = { forward: 'Clocks go forward', back: 'Clocks go back' }

export const lastCalls = (workflow: string) => `Last runs of ${workflow}`
export const callLabel = (status: string, at: string) => `${status}, ${at}. Open the run`
export const calls = (total: number, failed: number, max: number) =>
  `${formatNumber(total)}${total >= max ? '+' : ''} in 24 h${failed === 0 ? '' : `, ${formatNumber(failed)} failed`}`
export const noCalls = 'No runs yet'
export const address = 'address'
export const openForm = (name: string) => `Form: ${name}`
export const problems = (workflow: string) => `Problems of ${workflow}`
export const showRun = 'Open the run'
export const showCredential = 'Open the credential'
export const showNode = 'Open the node'
export const publish = 'Open the workflow'
