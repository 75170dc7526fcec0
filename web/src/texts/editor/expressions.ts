/** Expression fields: completion, preview and what recent runs show. */
import { formatNumber, formatRelative } from '../format.ts'
import { plural } from '../plural.ts'

export const missingValue = 'missing'
export const listOf = (count: number) => (count === 0 ? 'empty list' : `list of ${formatNumber(count)}`)
export const objectOf = (count: number) =>
  plural(count, { one: 'object, 1 member', other: `object, ${formatNumber(count)} members` })

export const scopeHelp = {
  input: 'The input of the execution.',
  previous: 'The output of the node before this one.',
  nodes: 'The output of another node, by name or id: nodes["Name"].output.',
  variables: 'The variables of the workflow.',
  vars: 'The variables of the account, which all workflows share.',
  execution: 'The execution: id, workflow_id, started_at and the links of its waits.',
  item: 'The current item of the loop.',
  index: 'The index of the current item, from 0.',
  event: 'The received event, as {name, data}.',
  now: 'The current time, as a date.',
}
export const codeHelp = {
  files: 'Reads and creates files.',
  text: 'The content of a file as text, with await.',
  bytes: 'The content of a file as a Uint8Array, with await.',
  create: 'Creates a file from a text or bytes, with await. Return it, so that it is kept.',
}
export const fileArguments = { text: '(file)', bytes: '(file)', create: '(name, type, content)' }
export const outputOfNode = (name: string) => `The output of ${name}.`
export const notRecorded = 'no recorded data'
export const exampleResult = (example: string, result: string) => `${example} → ${result}`

export const switchToExpression = 'Use an expression'
export const switchToFixedValue = 'Use a fixed value'
export const expression = 'Expression'

export const insertField = 'Insert a field'
export const insertFieldByKey = 'Insert a field (Alt I)'
export const openLargeEditor = 'Open in a larger editor'
export const largeEditorTitle = (label: string) => `Edit ${label.toLowerCase()}`

export const previewLabel = (label: string) => `Value of ${label}`
export const noRunYet = 'Run the workflow once, or pin data, to see the value here.'
export const loadingData = 'Loading recorded data…'
export const dataFailed = 'The recorded data could not be loaded.'
export const missingData = (names: readonly string[]) =>
  `This run has no data of ${names.map((name) => `“${name}”`).join(' and ')}.`
export const runName = (executionId: string) => `Run ${executionId.slice(-4)}`
export const runAt = (startedAt: string, now: number) => formatRelative(startedAt, now)
export const pinnedData = 'Pinned data'
export const itemOf = (index: number, of: number) => `item ${formatNumber(index + 1)} of ${formatNumber(of)}`
export const previousItem = 'Previous item'
export const nextItem = 'Next item'
export const chooseRun = 'Choose the run whose data the preview uses'

export const lastRuns = (count: number) =>
  plural(count, { one: 'Last run:', other: `Last ${formatNumber(count)} runs:` })
export const values = (count: number) =>
  plural(count, { one: '1 value', other: `${formatNumber(count)} values` })
export const errors = (count: number) =>
  plural(count, { one: '1 error', other: `${formatNumber(count)} errors` })
export const empty = (count: number) => `${formatNumber(count)} empty`
export const notReached = (count: number) => `${formatNumber(count)} without data`
export const without = (count: number, member: string) => `${formatNumber(count)} without ${member}`
export const ofOtherType = (count: number, kind: string) => `${formatNumber(count)} ${kind}`
export const kinds = {
  text: 'text',
  number: 'number',
  boolean: 'true or false',
  list: 'list',
  object: 'object',
  empty: 'empty',
}
export const incomplete = 'The expression is slow, so not all runs were evaluated.'
export const openRun = (executionId: string) => `Open run ${executionId.slice(-4)}`
export const showRuns = (finding: string) => `Show the runs: ${finding}`
export const acrossRunsLabel = 'Results in recent runs'
export const barStripLabel = (good: number, bad: number) =>
  `${formatNumber(good)} runs without a problem, ${formatNumber(bad)} with a problem`

export const fieldPickerTitle = 'Insert a field'
export const fieldPickerSearch = 'Search fields'
export const fieldPickerEmpty = 'No field matches.'
export const fieldPickerNoData = 'No recorded data yet. Run the workflow once to see its fields here.'

export const withShortcut = (label: string) => `${label} (Alt =)`
export const focusFieldFirst = 'Place the cursor in a parameter first, then pick the field to insert.'

/** An answer to a form, and its value. */
export const labelled = (label: string, value: string) => (value === '' ? label : `${label} · ${value}`)
