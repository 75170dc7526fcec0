import { formatNumber } from '../format.ts'

export const step = 'Step'
export const input = 'Input'
export const output = 'Output'
export const error = 'Error'
export const attempts = 'Attempts'
export const log = 'Log'
export const previousStep = 'Previous step'
export const nextStep = 'Next step'
export const close = 'Close step'
export const runInput = 'Input of the run'
export const runOutput = 'Output of the run'
export const wholeRun = 'The whole run'
export const item = (index: number) => `item ${formatNumber(index + 1)}`
export const notStartedThen = 'This step had not started at this time of the run.'
export const notEndedThen = 'This step had not ended at this time of the run.'
export const noOutputYet = 'The output appears when the step ends.'
export const noOutput = 'The step ended without an output.'
export const attempt = (number: number) => `Attempt ${formatNumber(number)}`
export const attemptFailed = (time: string) => `failed at ${time}`
export const nextAttempt = (pause: string) => `next attempt after ${pause}`
export const succeeded = 'succeeded'
export const failed = 'failed'
export const running = 'running'
export const pinned = 'pinned'
export const kept = 'kept from the original run'
export const openChild = 'Open the run that it started'
export const openInEditor = 'Open in the editor'
export const retryFromHere = 'Retry from here'
export const handle = (name: string) => `continued at ${name}`
export const runOutputLater = 'The output appears when the run ends.'
