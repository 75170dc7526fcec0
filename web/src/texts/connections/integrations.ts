import { formatNumber, formatSize } from '../format.ts'
import { plural } from '../plural.ts'

export const loading = 'Loading integrations'
export const loadFailed = 'Could not load integrations'
export const search = 'Search services'
export const connected = 'Connected'
export const nothingConnected =
  'An integration connects a service, so that workflows can use its actions. Connect one of the services below, or import the OpenAPI document of another.'
export const viewerNothingConnected =
  'An integration connects a service, so that workflows can use its actions. Editors and the owner connect the services below.'
export const catalogue = 'Catalogue'
export const actionCount = (count: number) =>
  plural(count, { one: '1 action', other: `${formatNumber(count)} actions` })
export const statuses = { connected: 'Working', error: 'Failing', untested: 'Not tested' }
export const imported = 'Imported API'
export const isConnected = 'Connected'
export const connect = 'Connect'
export const connectNamed = (name: string) => `Connect ${name}`
export const viewService = (name: string) => `About ${name}`

export const test = 'Test connection'
export const testing = 'Testing…'
export const works = (ms: number) => `The connection works (${formatNumber(ms)} ms).`
export const failedIn = (ms: number) => `Failed after ${formatNumber(ms)} ms`
export const testFailed = 'The test did not run'
export const lastTest = 'Last test'
export const tested = 'tested {when}'
export const credential = 'Credential'
export const noCredential = 'None needed'
export const service = 'Service'
export const created = 'Connected'
export const baseUrl = 'Base URL'
export const editBaseUrl = 'Edit base URL'
export const document = 'Document'
export const documentOf = (name: string, version: string) => `${name}, version ${version}`
export const skipped = (count: number) =>
  plural(count, {
    one: '1 operation was skipped',
    other: `${formatNumber(count)} operations were skipped`,
  })
export const newerDocument = 'Replace document'

export const disconnect = 'Disconnect'
export const disconnectTitle = (name: string) => `Disconnect “${name}”?`
export const disconnectNote =
  'Nodes that use this integration fail from their next run on. Its credential stays.'
export const disconnectFailed = 'The integration was not disconnected'
export const disconnected = (name: string) => `Disconnected “${name}”`

export const actions = 'Actions'
export const searchActions = 'Search actions'
export const noActions = 'No action matches.'
export const actionsFailed = 'Could not load the actions'
export const moreActions = (count: number) => `${formatNumber(count)} more actions: search to find them.`
export const required = 'required'
export const noParameters = 'No parameters.'
export const tryAction = 'Try'
export const tryNamed = (action: string) => `Try ${action}`

export const tryTitle = (action: string) => `Try “${action}”`
export const tryNote =
  'Runs the action once, for real, outside of any workflow. Expressions are not evaluated here.'
export const runNow = 'Run once'
export const tryFailed = 'The action did not run'
export const succeeded = (ms: number) => `Succeeded in ${formatNumber(ms)} ms`
export const failed = (code: string) => `Failed: ${code}`
export const result = 'Result'

export const importApi = 'Import OpenAPI'
export const importTitle = 'Import a service from OpenAPI'
export const importNote =
  'Every operation of the document becomes an action. OpenAPI 3.0, OpenAPI 3.1 or Swagger 2.0, as JSON or YAML.'
export const replaceTitle = (name: string) => `Replace the document of “${name}”`
export const replaceNote = 'Nodes keep their integration. A report shows what changed.'
export const chooseFile = 'Choose a file'
export const dropFile = 'or drop it here. At most 32 MiB.'
export const fileSize = (size: number) => `${formatSize(size)}. Choose or drop another to replace it.`
export const reading = 'Reading the document…'
export const fromUrl = 'Or the URL of the document'
export const urlExample = 'https://api.example.com/openapi.json'
export const importName = 'Name'
export const baseUrlHint = 'Empty: the first server in the document.'
export const importNow = 'Import'
export const replaceNow = 'Replace'
export const importFailed = 'The document was not imported'
export const sourceRequired = 'Choose a file or enter a URL.'
export const fileTooLarge = (size: number) =>
  `The file has ${formatNumber(Math.ceil(size / 1_048_576))} MiB; at most 32 MiB are allowed. Remove parts that you do not need.`
export const nameRequired = 'Enter a name.'
export const reportTitle = 'Import finished'
export const reportOperations = (count: number) =>
  plural(count, {
    one: '1 operation became an action.',
    other: `${formatNumber(count)} operations became actions.`,
  })
export const reportSecrets = 'It accepts these secrets:'
export const changesTitle = 'What changed'
export const noChanges = 'The actions are the same as before.'
export const added = (count: number) => `${formatNumber(count)} added`
export const changed = (count: number) => `${formatNumber(count)} changed`
export const removed = (count: number) => `${formatNumber(count)} removed`
export const broken = 'These nodes use an action that no longer exists:'
export const brokenNode = (node: string, workflow: string) => `${node} in “${workflow}”`
export const openIntegration = 'Open integration'
