import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const startFailed = 'Could not start the run'
export const stopFailed = 'Could not stop the run'
export const run = 'Run'
export const runWithLast = 'Run with last input'
export const stop = 'Stop'
export const menu = 'More ways to run'
export const pins = (count: number) =>
  plural(count, {
    one: 'Uses 1 pinned output',
    other: `Uses ${formatNumber(count)} pinned outputs`,
  })
export const pinsNote = (count: number) =>
  plural(count, {
    one: 'One node has a pinned output. Runs in the editor use it instead of running the node; live runs never do.',
    other: `${formatNumber(count)} nodes have a pinned output. Runs in the editor use them instead of running the nodes; live runs never do.`,
  })

export const dialogTitle = 'Run with input'
export const dialogTitleUntil = (name: string) => `Run to “${name}”`
export const dialogNote =
  'The run uses the working copy with all your edits. It is a real run: it sends requests, emails and everything else.'
export const trigger = 'Start from'
export const source = 'Input'
export const sources = {
  json: 'JSON',
  form: 'Form',
  recent: 'Recent runs',
  listen: 'Listen',
  sample: 'Sample',
}
export const json = 'Input as JSON'
export const jsonHint = 'Written as JSON, such as ["a", 7] or {"a": 7}.'
export const withJsonHint = (help: string) => `${help} ${jsonHint}`
export const invalidJson = 'This is not valid JSON.'
export const notAnObject = 'The input must be a JSON object, such as {"name": "Ada"}.'
export const resetToExample = 'Reset to an example'
export const noRecent = 'This workflow has no runs with a recorded input.'
export const inputTooLarge = 'The input is too large to reuse here.'
export const takeInput = 'Use this input'

export const listen = 'Listen again'
export const listenMenu = 'Listen for a request…'
export const listenNote =
  'Send a request to the test address. While you listen, it starts no run: its content becomes the input here.'
export const listening = 'Waiting for a request…'
export const stopListening = 'Stop listening'
export const testUrl = 'Test address'
export const testUrlName = 'test address'
export const noTestUrl = 'The test address appears once the trigger is saved without problems.'
export const received = 'Request received. Check the input and start the run.'
export const listenFailed = 'Could not listen'

export const formLoading = 'Loading the form…'
export const noForm = 'Choose a form in the trigger first.'
export const required = (label: string) => `${label} (required)`

export const openRun = 'Open run'
export const closeRun = 'Leave the run'
export const completedIn = (duration: string) => `Completed in ${duration}`
export const failedAfter = (duration: string) => `Failed after ${duration}`
export const runningFor = (duration: string) => `Running for ${duration}`
export const waiting = 'Waiting'
export const pinUnavailable = 'Could not read the output'
