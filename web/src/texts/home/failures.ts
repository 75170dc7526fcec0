import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const title = 'Failures by cause'
export const list = 'Failures'
export const loadMore = 'Load more'
export const resumed = 'Resumed failures'
export const none = 'No failures in this period'
export const noneNote = 'Failed runs are grouped here by workflow, step and cause.'
export const noneIgnored = 'No ignored failures in this period.'
export const showIgnored = 'Ignored'
export const showOpen = 'Open'
export const state = 'Which failures'
export const runs = (count: number) => plural(count, { one: '1 run', other: `${formatNumber(count)} runs` })
/** How many failures there are, or are loaded so far. */
export const count = (loaded: number, hasMore: boolean) => `${formatNumber(loaded)}${hasMore ? '+' : ''}`
export const wholeRun = 'the run as a whole'
export const last = 'last'
export const trend = (counts: readonly number[]) => `Failures over time: ${counts.join(', ')}`

export const open = 'Open'
export const openNamed = (message: string) => `Open a run that failed: ${message}`
export const resume = 'Try one, then resume all'
export const resumeNamed = (message: string) => `Try one, then resume all: ${message}`
export const more = (message: string) => `More actions: ${message}`
export const ignoreVersion = 'Ignore until a newer version fails'
export const ignoreDay = 'Ignore for 24 hours'
export const ignoreWeek = 'Ignore for 7 days'
export const stopIgnoring = 'Stop ignoring'
export const fix = 'Open in the editor'
export const allRuns = 'Show all of its runs'
export const ignored = 'The failure is ignored'
export const undo = 'Undo'
export const ignoreFailed = 'Could not ignore the failure'
export const ignoredSince = (version: number | null) =>
  version === null
    ? 'ignored until a newer version fails'
    : `ignored until it fails on a version after v${version}`
export const ignoredFor = 'ignored until'

export const confirmTitle = (count: number) =>
  plural(count, { one: 'Resume 1 run?', other: `Resume ${formatNumber(count)} runs?` })
export const confirmNote =
  'One run is resumed first, on the current version of the workflow, from the step that failed. If it completes, the others follow, at most 20 per second. If it fails again, nothing else is started.'
export const confirmKept = 'Results of earlier steps are kept: what a run already did does not happen twice.'
export const confirm = 'Try one, then the rest'
export const resumeFailed = 'Could not resume the runs'

export const trying = 'Trying one run…'
export const resuming = (started: number, total: number) =>
  `Resuming: ${formatNumber(started)} of ${formatNumber(total)}`
export const completed = (count: number) => `${formatNumber(count)} completed`
export const failedAgain = (count: number) => `${formatNumber(count)} failed again`
export const skipped = (count: number) => `${formatNumber(count)} skipped`
export const stop = 'Stop'
export const stopNamed = (message: string) => `Stop resuming: ${message}`
export const stopFailed = 'Could not stop'
export const done = (count: number) =>
  plural(count, { one: '1 run resumed', other: `${formatNumber(count)} runs resumed` })
export const trialFailed = 'The run that was tried failed again'
export const stopped = (started: number, total: number) =>
  `Stopped after ${formatNumber(started)} of ${formatNumber(total)}`
export const openTrial = 'Open that run'
