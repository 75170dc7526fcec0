import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const pause = 'Pause'
export const resume = 'Resume'
export const pauseNamed = (name: string) => `Pause ${name}`
export const resumeNamed = (name: string) => `Resume ${name}`
export const paused = 'Paused'
export const pausedSince = 'Paused by'
export const pauseTitle = (name: string) => `Pause the trigger of ${name}?`
export const resumeTitle = (name: string) => `Resume the trigger of ${name}?`
export const pauseFailed = 'Could not pause the trigger'
export const resumeFailed = 'Could not resume the trigger'
export const isPaused = (name: string) => `${name} is paused`
export const isResumed = (name: string) => `${name} is active again`

export const continues =
  'Runs that are in progress continue. The trigger stays paused when the workflow is edited or published, until somebody resumes it.'
export const pauseEffects = {
  schedule: 'It starts no runs. When you resume it, you choose what happens to the times it missed.',
  poll: 'It fetches nothing. Its cursor is kept: after you resume it, it continues where it stopped.',
  webhook:
    'Its address answers calls with 503, so that senders try again later. Calls are not kept: what a sender does not repeat is lost. The test address keeps working.',
  form: 'The form stays open and stores submissions, but they start no runs, also not after you resume it.',
  event: 'Events that happen while it is paused start no runs, also not after you resume it.',
}
export const resumeEffects = {
  schedule: 'It continues with its next time. No time was missed.',
  poll: 'It polls at once, and takes the items that appeared meanwhile.',
  webhook: 'Its address accepts calls again.',
  form: 'New submissions start runs again. Those that arrived meanwhile start nothing.',
  event: 'New events start runs again. Those that happened meanwhile start nothing.',
}
export const missed = (times: number, max: number) =>
  times >= max
    ? `At least ${formatNumber(max)} times were missed.`
    : plural(times, { one: '1 time was missed.', other: `${formatNumber(times)} times were missed.` })
export const missedChoice = 'Missed times'
export const asScheduled = 'As the schedule says'
export const runsNow = (runs: number) =>
  runs === 0
    ? 'It skips missed times: no run starts now.'
    : plural(runs, {
        one: '1 run starts at once, for the latest missed time.',
        other: `${formatNumber(runs)} runs start at once.`,
      })
export const skip = 'Skip them'
export const skipNote = 'No run starts for them. It continues with its next time.'

export const cardTitle = 'Paused triggers'
export const showAll = 'Show all'
export const badge = (triggers: number) =>
  plural(triggers, { one: 'Trigger paused', other: `${formatNumber(triggers)} triggers paused` })
export const badgeTitle = 'Paused triggers start no runs. Open the triggers of this workflow.'
