import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const title = 'Resume run'
export const runAgainTitle = 'Run again'
export const description = 'A new run starts with the input of this one. This run does not change.'
export const from = 'Start from'
export const fromFailed = 'What failed or did not run'
export const fromStart = 'The start'
export const fromNode = (name: string) => name
export const version = 'Version'
export const original = (number: number | null) =>
  number === null ? 'The working copy as it was' : `The version that ran (v${formatNumber(number)})`
export const current = 'The live version'
export const draft = 'The working copy'
export const draftNote = 'The new run is a test run: it uses pinned outputs.'
export const willRunOn = (number: number | null) =>
  number === null ? 'Runs on the working copy' : `Runs on v${formatNumber(number)}`
export const loading = 'Working out what would run'
export const previewFailed = 'Could not work out what would run'
export const kept = 'Kept'
export const keptNote = 'Results are reused. These steps do not run again.'
export const repeated = 'Runs again'
export const repeatedNote = 'Effects of these steps happen again.'
export const fresh = 'Runs for the first time'
export const freshNote = 'These nodes may run, depending on the data.'
export const none = 'None'
export const node = (name: string, steps: number) => (steps > 1 ? `${name} × ${formatNumber(steps)}` : name)
export const more = (count: number) =>
  plural(count, { one: 'and 1 more', other: `and ${formatNumber(count)} more` })
export const resumeOn = (number: number | null) =>
  number === null ? 'Resume on the working copy' : `Resume on v${formatNumber(number)}`
export const review = 'Resume…'
export const confirm = 'Resume'
export const confirmAgain = 'Run'
export const failed = 'Could not start the run'
export const editFirst = 'Fix it in the editor first'
