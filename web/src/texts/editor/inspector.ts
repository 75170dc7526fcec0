/** The inspector of the editor: what a node does, its parameters and its data. */
import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const nodeName = 'Name of the node'
export const nameRequired = 'Enter a name.'
export const previousNode = 'Previous node'
export const nextNode = 'Next node'
export const closeInspector = 'Close'
export const openFocusView = 'Open the focus view'
export const tabParameters = 'Parameters'
export const tabData = 'Data'
export const tabReliability = 'Retries and errors'
export const tabHelp = 'Help'
export const tabs = 'Parts of the node'
export const disabledNotice = 'This node is disabled. It passes its input on.'
export const enable = 'Enable'

export const nothingSelected = 'Select a node to see its parameters.'
export const unknownType = (type: string) =>
  `This server does not know the node type “${type}”. Its parameters are kept as they are.`
export const readOnlyNote = 'You can view this workflow, but not change it.'
export const noParametersSet = 'No parameters are set.'
export const noParameters = 'This node has no parameters.'

export const addOption = 'Add option'
export const removeOption = (title: string) => `Remove ${title}`
export const unknownParameters = 'Other parameters'
export const unknownParametersHelp = 'This node type does not know them. They are kept, and have no effect.'
export const helpFor = (title: string) => `Help for ${title}`
export const required = (title: string) => `${title} is required.`
export const atLeast = (limit: number) => `Enter ${formatNumber(limit)} or more.`
export const atMost = (limit: number) => `Enter ${formatNumber(limit)} or less.`
export const tooLong = (limit: number) => `Enter at most ${formatNumber(limit)} characters.`
export const tooShort = (limit: number) =>
  plural(limit, {
    one: 'Enter at least 1 character.',
    other: `Enter at least ${formatNumber(limit)} characters.`,
  })
export const wholeNumber = 'Enter a whole number.'

export const chooseOption = 'Choose…'
export const notSet = 'Not set'
export const yes = 'Yes'
export const no = 'No'
export const edited = (title: string) => `edit ${title}`

export const valueType = (title: string) => `Type of ${title}`
export const valueTypes = {
  text: 'Text or expression',
  number: 'Number',
  boolean: 'Yes or no',
  object: 'Fields',
  list: 'List',
  json: 'JSON',
  empty: 'Empty (null)',
}
export const addField = 'Add field'
export const addEntry = 'Add entry'
export const entry = (title: string, index: number) => `${title} ${formatNumber(index + 1)}`
export const fieldName = 'Name'
export const fieldNameOf = (index: number) => `Name of field ${formatNumber(index + 1)}`
export const fieldValueOf = (name: string) => (name === '' ? 'Value' : `Value of ${name}`)
export const fieldActions = (name: string) => `Actions for ${name === '' ? 'the field' : name}`
export const duplicateName = 'Another field has this name.'
export const moveUp = 'Move up'
export const moveDown = 'Move down'
export const remove = 'Remove'

export const invalidJson = (message: string) => `This is not valid JSON: ${message}`
export const editAsJson = 'Edit as JSON'
export const editAsFields = 'Edit as fields'
export const jsonOf = (title: string) => `${title} as JSON`

export const methodAndAddress = 'Method and address'

export const runsEvery = 'Runs'
export const scheduleKinds = {
  minutes: 'Every few minutes',
  hour: 'Every hour',
  day: 'Every day',
  weekdays: 'Monday to Friday',
  week: 'Every week',
  month: 'Every month',
  cron: 'Cron expression',
}
export const scheduleInterval = 'Interval'
export const everyMinutes = (count: number) => (count === 1 ? 'every minute' : `every ${count} minutes`)
export const scheduleMinute = 'Minute'
export const atMinute = (minute: number) => `at minute ${minute}`
export const scheduleWeekday = 'Day of the week'
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
export const scheduleDay = 'Day of the month'
export const onDay = (day: number) => `on day ${day}`
export const scheduleTime = 'Time'
export const nextRuns = 'Next runs'
export const noNextRun = 'This schedule never runs.'
export const invalidCron = 'This is not a valid cron expression.'
export const timezonePlaceholder = 'UTC'
export const chooseWorkflow = 'Choose a workflow'
export const noWorkflows = 'There is no other workflow yet.'

export const chooseForm = 'Choose a form'
export const noForms = 'There are no forms yet.'
export const chooseIntegration = 'Choose an integration'
export const noIntegrations = 'No integration is connected yet.'
export const connectedIntegrations = 'Connected'
export const catalogue = 'Not connected'
export const chooseAction = 'Choose an action'
export const noActions = 'This integration has no actions.'
export const actionParameters = 'Parameters of the action'

export const integration = 'Integration'
export const action = 'Action'

export const retry = 'Retry when it fails'
export const retryHelp =
  'Failures that another attempt cannot fix, such as invalid parameters, are never retried.'
export const attempts = 'Attempts'
export const attemptCount = (count: number) =>
  plural(count, { one: '1 attempt', other: `${formatNumber(count)} attempts` })
export const attemptsHelp = 'The first one included.'
export const firstDelay = 'First delay (ms)'
export const factor = 'Factor'
export const factorHelp = 'Each further delay is the previous one times this factor.'
export const longestDelay = 'Longest delay (ms)'
export const jitter = 'Random part'
export const jitterHelp = 'The fraction of each delay that is random, from 0 to 1.'
export const delays = (list: string) => `Waits ${list} between attempts.`
export const onError = 'When it fails for good'
export const onErrorOptions = {
  fail: 'Fail the run',
  continue: 'Continue',
  branch: 'Continue at the handle “error”',
}
export const onErrorHelp = {
  fail: 'The loop around the node fails, or else the run.',
  continue: 'The run continues with {"error": …} as the output of this node.',
  branch: 'The node gets another handle, “error”, with {"error": …} as its output.',
}
export const timeLimit = 'Timeout'
export const timeout = 'Timeout (ms)'
export const timeoutHelp = 'How long one attempt may take. 30 seconds by default.'
export const onUnknown = 'After a crash during an attempt'
export const onUnknownOptions = { retry: 'Repeat the attempt', fail: 'Fail the step' }
export const onUnknownHelp = {
  retry: 'The attempt is repeated with the same idempotency key.',
  fail: 'The step fails with the code UNKNOWN_OUTCOME, because it may have taken effect.',
}
export const join = 'With several incoming edges'
export const joinOptions = { all: 'Wait for all of them', first: 'Run at the first one' }
export const notes = 'Notes'
export const notesPlaceholder = 'Why this node exists, and what to know before changing it.'
export const disabled = 'Disabled'
export const disabledHelp = 'A disabled node does nothing and passes its input on.'

export const input = 'Input'
export const output = 'Output'
export const noRun = 'No run in view. Run the workflow, or choose a run, to see the data of this node.'
export const notRun = 'This node did not run in the run in view.'

export const pinnedHelp = 'Editor runs use this output instead of running the node. Live runs never do.'
export const pinOutput = 'Pin output'
export const pinFromRun = 'Pin the output of this run'
export const pinTyped = 'Pin JSON'
export const editPin = 'Edit pinned output'
export const unpin = 'Unpin'
export const pinTitle = 'Pinned output'
export const pin = 'Pin'
export const pinTooLarge = 'The output of this run is too large to pin. Pin a smaller example instead.'
export const stepFailed = 'The step failed'
export const failedInRun = 'Failed in this run:'
export const showParameter = 'Show the parameter'

export const helpExample = 'Example'
/** Below a number of seconds or milliseconds. */
export const spanOf = (span: string) => `= ${span}`
export const searchHelp = 'Search help'

export const focusTitle = (name: string) => `Focus view of ${name}`

export const runNode = 'Run this node'
export const runNodeHelp = 'Runs this node alone, on the recorded data of the run in view.'
/** The beginning of a name that is not taken yet. */
export const newField = 'field'
export const dataSource = 'Which data to show'
export const previousOutput = 'Input of this node'
export const runInput = 'Input of the run'

export const renamed = 'rename'
/** A button and its shortcut. */
export const withKey = (label: string, key: string) => `${label} (${key})`

export const webhookAddress = 'Address'
export const webhookAddressName = 'address'
export const webhookActive = 'A request to this address starts a run of the live version.'
export const webhookInactive = 'It starts runs once the workflow is published.'
export const webhookListen = 'Listen for a request'

export const runUntil = 'Run to this node'
