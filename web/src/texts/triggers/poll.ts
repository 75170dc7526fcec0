import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const neverPolled = 'no successful poll yet'
export const lastPoll = 'last poll'
export const found = (items: number) =>
  items === 0
    ? 'nothing new'
    : plural(items, { one: '1 new item', other: `${formatNumber(items)} new items` })
export const remembered = (items: number) => `${formatNumber(items)} remembered`
export const cursor = 'cursor'
export const reset = 'Reset'
export const resetNamed = (name: string) => `Reset the poll of ${name}`
export const resetTitle = (name: string) => `Reset the poll of ${name}?`
export const resetEffect =
  'The poll forgets its cursor and the items that it has seen, and polls at once if it is active.'
export const resetFirst = {
  skip: 'Items that exist now start no runs: the next poll counts as the first one.',
  take: 'Every item that the next poll finds starts a run, also those that were handled before.',
}
export const resetFailed = 'Could not reset the poll'
export const isReset = (name: string) => `The poll of ${name} was reset`

export const fetch = 'Fetch a sample'
export const fetchNote =
  'Sends the request of the poll. Nothing is stored: no run starts, and no item counts as seen.'
export const fetchFailed = 'Could not fetch a sample'
export const pollFails = (code: string) => `The poll fails: ${code}`
export const sampled = (total: number, fresh: number) =>
  total === 0
    ? 'The response has no items.'
    : `${plural(total, { one: '1 item', other: `${formatNumber(total)} items` })}, ${formatNumber(fresh)} new`
