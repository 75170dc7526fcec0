import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const log = 'Log'
export const empty = 'This run wrote no log entries.'
export const emptyOfStep = 'This step wrote no log entries.'
export const noMatches = 'No entry matches.'
export const search = 'Search log'
export const level = 'Lowest level'
export const levelNames = { debug: 'Debug', info: 'Info', warn: 'Warning', error: 'Error' }
export const notLoaded = 'This run has very many steps. Its log is loaded on request.'
export const load = 'Load log'
export const loadFailed = 'Could not load the log. Try again.'
export const entryCount = (count: number) =>
  plural(count, { one: '1 entry', other: `${formatNumber(count)} entries` })
export const details = 'Details'
