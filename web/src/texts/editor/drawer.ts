import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const label = 'Run panel'
export const region = 'The run panel'
export const tabs = 'Run panel'
export const tabNames = { timeline: 'Timeline', log: 'Log', problems: 'Problems' }
export const noRun = 'Run the workflow to see its steps here.'
export const loadingRun = 'Loading the run…'
export const runFailedToLoad = 'Could not load the run'
export const noProblems = 'No problems. The workflow can run.'
export const checking = 'Checking…'
export const wholeWorkflow = 'Workflow'
export const parameter = (name: string) => `Parameter ${name}`
export const problemCount = (count: number) =>
  plural(count, { one: '1 problem', other: `${formatNumber(count)} problems` })
