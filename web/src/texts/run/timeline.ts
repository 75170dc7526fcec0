import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const timeline = 'Timeline'
export const steps = 'Steps'
export const noSteps = 'No step has started yet.'
export const failedBeforeSteps = 'The run failed before its first step started.'
export const hadNoSteps = 'No steps ran.'
export const noMatches = 'No step matches.'
export const incomplete = (count: number) =>
  `This run has more steps than can be shown. These are the first ${formatNumber(count)}.`
export const errorsOnly = 'Errors only'
export const errorsOnlyCount = (count: number) => `Errors only (${formatNumber(count)})`
export const search = 'Search steps'
export const zoomIn = 'Zoom in'
export const zoomOut = 'Zoom out'
export const wholeRun = 'Whole run'
export const zoomHint =
  'Drag on the time scale to zoom. Use + and −, 0 for the whole run, Shift and the arrow keys to move.'

export const legend = 'Legend'
export const legendNames = {
  work: 'work',
  failed: 'failed',
  waiting: 'waiting',
  queued: 'queued',
  backoff: 'pause before retry',
}

export const item = (index: number) => `Item ${formatNumber(index + 1)}`
export const iterations = (count: number) =>
  plural(count, { one: '1 item', other: `${formatNumber(count)} items` })
export const attempts = (count: number) =>
  plural(count, { one: '1 attempt', other: `${formatNumber(count)} attempts` })
export const failedItems = (count: number) => `${formatNumber(count)} failed`
export const kept = 'kept'
export const keptNote = 'The result was taken over from the original run.'
export const pinned = 'pinned'
export const pinnedNote = 'The output is pinned test data.'
export const waitingFor = (duration: string) => `waiting ${duration}`

export const statusNames = {
  running: 'running',
  waiting: 'waiting',
  retrying: 'waits to retry',
  completed: 'completed',
  failed: 'failed',
  aborted: 'aborted',
}
