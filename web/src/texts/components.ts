/** Texts of shared components. */
import { formatNumber } from './format.ts'
import { plural } from './plural.ts'

export const choose = 'Choose…'
export const options = 'Options'
export const searchOptions = 'Search'
export const loadingOptions = 'Loading…'
export const noOptions = 'There is nothing to choose from.'
export const noMatch = (text: string) => `Nothing matches “${text}”.`
export const moreOptions = (count: number) =>
  plural(count, {
    one: '1 more match. Type to narrow the list.',
    other: `${formatNumber(count)} more matches. Type to narrow the list.`,
  })
export const create = (text: string) => `Create “${text}”`
export const editLabel = (label: string, value: string) => `${label}: ${value}. Edit`

export const resize = (panel: string) => `Resize ${panel}`
export const openPanel = (panel: string) => `Open ${panel}`
export const closePanel = (panel: string) => `Close ${panel}`

export const regionFailed = (region: string) => `${region} could not be displayed`
export const regionFailedNote =
  'An error in the app stopped this part of the page. The rest of the page works, and nothing you saved is lost.'
export const errorDetails = 'Details'
export const errorDetailsName = 'error details'

/** The statuses of executions. `waiting` is an execution that is pending. */
export const executionStatuses = {
  pending: 'Waiting',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
}
export const recentRuns = (total: number, failed: number) => {
  if (total === 0) return 'No runs yet'
  const runs = plural(total, { one: 'Last run', other: `Last ${formatNumber(total)} runs` })
  return failed === 0 ? `${runs}: none failed` : `${runs}: ${formatNumber(failed)} failed`
}
