/** Trying the working copy on past runs. */
import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const title = 'Try on past runs'
export const intro =
  'Runs what the editor shows on the inputs of past runs, with the recorded answers of services, people and sub-workflows. Nothing is sent and nothing is stored.'
export const group = 'Past runs'
export const open = 'Try on past runs'
export const start = 'Try'
export const again = 'Try again'
export const startCommand = (count: number) => `Try on the last ${count} runs`
export const stop = 'Stop'
export const stopCommand = 'Stop trying'
export const keywords = ['shadow', 'simulate', 'replay', 'dry run', 'history', 'what if']
export const next = 'Next run'
export const previous = 'Previous run'
export const count = 'How many runs'
export const lastRuns = (number: number) => `Last ${number}`
export const readOnly = 'You can view this workflow, but not try it on past runs.'
export const readOnlyNote = 'Ask somebody who may edit workflows.'

export const progress = (done: number, wanted: number) =>
  `Tried ${formatNumber(done)} of up to ${formatNumber(wanted)} runs`
export const finished = (done: number) =>
  plural(done, { one: 'Tried 1 run', other: `Tried ${formatNumber(done)} runs` })
export const stopped = (done: number) =>
  plural(done, { one: 'Stopped after 1 run', other: `Stopped after ${formatNumber(done)} runs` })
export const failed = 'Could not try the working copy'
export const unsaved = 'Your changes are not saved yet, and only what is saved can be tried.'
export const outdated =
  'The workflow has changed since. These results are about what the editor showed before.'

export const idleTitle = 'See what a change does before it is live'
export const idleNote =
  'You learn which runs would end differently, which step differs first, and which requests no past run has an answer for.'
export const noRunsTitle = 'There are no past runs yet'
export const noRunsNote =
  'Runs that have ended appear here once the workflow has run. Test runs of the editor do not count.'

export const results = 'Results'
export const showResults = 'Show results'
export const all = 'All'
export const resultNames = {
  changed: 'Changed',
  unknown: 'Unknown',
  same: 'Same',
  failed: 'Not tried',
}
export const withCount = (name: string, number: number) => `${name} ${formatNumber(number)}`
export const nothingWith = (name: string) => `No run has the result “${name}”.`

export const version = (number: number) => `v${number}`
export const same = 'Ends in the same way'
export const sameSteps = (number: number) =>
  plural(number, {
    one: 'Ends in the same way; 1 step differs',
    other: `Ends in the same way; ${formatNumber(number)} steps differ`,
  })
export const failsWith = (message: string) => `Would fail: ${message}`
export const completes = 'Would complete'
export const firstAt = (name: string) => `First difference: ${name}`
export const valueChange = (pointer: string, before: string, after: string) =>
  pointer === '' ? `${before} → ${after}` : `${pointer.slice(1)}: ${before} → ${after}`
export const noValue = 'nothing'
export const noOtherOutput = 'Would do something else on the way'
export const requestAt = (name: string, reason: string) => `${name}: ${reason}`
export const reasons = {
  new_node: 'new, so no run has an answer for it',
  not_requested: 'this run did not get here',
  changed_request: 'would send something else',
  unanswered: 'the run ended before the answer came',
}
export const changedParameters = (names: readonly string[]) => `would send another ${names.join(', ')}`

export const detail = (moment: string) => `Run of ${moment}`
export const closeDetail = 'Close details'
export const openRun = 'Open run'
export const loadingDetail = 'Loading the differences'
export const detailFailed = 'Could not load the differences'
export const outcome = 'Outcome'
export const before = 'Before'
export const after = 'With the working copy'
export const unknownEnd = 'Unknown'
export const sameOutput = 'The output stays the same.'
export const unanswered = 'Requests without a recorded answer'
export const unansweredNote =
  'They would reach something outside, so they are not sent. What depends on them is unknown.'
export const steps = 'Steps that differ'
export const moreSteps = (number: number) =>
  plural(number, { one: '1 more step differs', other: `${formatNumber(number)} more steps differ` })
export const noSteps = 'No step differs.'
export const added = 'New'
export const removed = 'No longer runs'
export const changed = 'Changed'
export const handle = (before: string, after: string) => `Continues at ${after} instead of ${before}`
export const nowhere = 'nothing'
export const showNode = (name: string) => `Show “${name}” in the editor`
export const inIteration = (path: string) => `in ${path}`
export const tooLarge = 'The outputs are too large to show.'

/** In the dialog that publishes. */
export const offer = 'What would past runs have done?'
export const offerNote = 'Try what you publish on the inputs of past runs first. Nothing is sent.'
export const tried = (done: number) =>
  plural(done, { one: 'Tried on 1 past run', other: `Tried on ${formatNumber(done)} past runs` })
export const summary = ({
  changed,
  unknown,
  failed,
}: {
  changed: number
  unknown: number
  failed: number
}) => {
  const parts = [
    changed > 0 && `${formatNumber(changed)} would end differently`,
    unknown > 0 && `${formatNumber(unknown)} unknown`,
    failed > 0 && `${formatNumber(failed)} could not be tried`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'All would end in the same way.' : `${parts.join(', ')}.`
}
