import { formatNumber } from './format.ts'
import { plural } from './plural.ts'

export const title = 'Compare runs'
export const documentTitle = (a: string, b: string) => `Run ${a} and run ${b}`
export const group = 'Compare runs'
export const loading = 'Loading both runs'
export const loadFailed = 'Could not load this run'
export const notFound = 'This run does not exist. It may have been deleted after its retention time.'
export const chooseTwo = 'Choose two runs to compare'
export const chooseTwoNote =
  'Select two runs in the list of executions, or choose “Compare with” on the page of a run.'
export const chooseSecond = 'Choose the run to compare with'
export const toList = 'Go to executions'
export const sides = { a: 'Run A', b: 'Run B' }
export const dataOf = { a: 'Data of run A', b: 'Data of run B' }
export const letters = { a: 'A', b: 'B' }
export const swap = 'Swap the runs'
export const change = { a: 'Choose another run A', b: 'Choose another run B' }
export const versionsDiffer = 'The runs used different versions of the workflow.'
export const workflowsDiffer =
  'The runs belong to different workflows. Steps are matched by the id of their node.'
export const stillRunning = 'A run has not ended. The comparison follows it.'
export const incomplete = (count: number) =>
  `A run has more steps than can be compared. These are the first ${formatNumber(count)}.`

export const steps = 'Steps'
export const step = 'Step'
export const durationColumn = 'B − A'
export const difference = 'Difference'
export const summary = (different: number, total: number) =>
  different === 0
    ? plural(total, { one: 'The only step is equal', other: `All ${formatNumber(total)} steps are equal` })
    : plural(total, {
        one: 'The only step differs',
        other: `${formatNumber(different)} of ${formatNumber(total)} steps differ`,
      })
export const noSteps = 'Neither run has started a step yet.'
export const onlyDifferences = 'Differences only'
export const noDifferences = 'No step differs in outcome or output.'
export const first = 'First difference'
export const goToFirst = 'Go to the first difference'
export const nextDifference = 'Next difference'
export const previousDifference = 'Previous difference'
export const nextStep = 'Next step'
export const previousStep = 'Previous step'
export const closeStep = 'Close the step'
export const runInput = 'Input of the run'
export const item = (index: number) => `item ${formatNumber(index + 1)}`

export const kinds = {
  only_a: 'only in A',
  only_b: 'only in B',
  type: 'other node type',
  status: 'outcome',
  handle: 'branch',
  error: 'error',
  output: 'output',
  input: 'input',
  attempts: 'attempts',
}
export const equal = 'equal'
export const notYet = 'not reached yet'
export const missing = 'did not run'
export const longer = (duration: string) => `+${duration}`
export const shorter = (duration: string) => `−${duration}`
export const durationDifference = (text: string) => `B against A: ${text}`
export const output = 'Output'
export const input = 'Input'
export const part = 'Which data'
export const openStep = { a: 'Open the step in run A', b: 'Open the step in run B' }
export const noOutput = 'There is no output.'
export const sameOutput = 'Both outputs are equal.'
export const continuedAt = (handle: string) => `continued at ${handle}`

export const compareWith = 'Compare with another run'
export const chooseTitle = 'Compare with'
export const chooseNote = (id: string) => `Choose the run to compare with run ${id}.`
export const chooseEmpty = 'This workflow has no other run.'
export const original = 'the run that it retries'
export const loadingRuns = 'Loading runs'
export const runsFailed = 'Could not load the runs'
