import { formatNumber } from './format.ts'
import { plural } from './plural.ts'

export const intro = 'See your request limits and how much of them your API keys have used.'
export const loading = 'Loading plan'
export const loadFailed = 'Could not load your plan'
export const limitsOff = 'Limits are turned off'
export const limitsOffNote = 'This installation does not reject requests that exceed a limit.'

export const yourPlan = 'Your plan'
export const windowNames = { minute: 'This minute', day: 'Today' }
export const meterNames = { minute: 'Requests this minute', day: 'Requests today' }
export const ofLimit = (limit: number) =>
  `of ${plural(limit, { one: '1 request', other: `${formatNumber(limit)} requests` })}`
export const usage = (used: number, limit: number) => `${formatNumber(used)} ${ofLimit(limit)}`
export const remaining = (count: number) => `${formatNumber(count)} left`
export const resets = 'Resets {time}'

export const allPlans = 'All plans'
export const allPlansNote = 'Limits apply to all keys of the account combined.'
export const requestsPerMinute = 'Requests per minute'
export const requestsPerDay = 'Requests per day'
/** For narrow screens. */
export const perMinute = 'Per minute'
export const perDay = 'Per day'
export const current = 'Current'
