import { formatNumber, formatSize } from '../format.ts'
import { plural } from '../plural.ts'

export const title = 'About'
export const intro = 'The state of this installation: health, queue, processes and storage.'
export const loading = 'Loading the state of the installation'
export const loadFailed = 'Could not load the state of the installation'

export const version = 'Version'
export const database = 'Database'
export const databases = { sqlite: 'SQLite', postgresql: 'PostgreSQL' }
export const installation = 'Installation'
export const installationNote = 'What this process is and how long it keeps data.'
export const health = 'State'
export const healthy = 'Ready'
export const notReady = 'Not ready'
export const executionRetention = 'Executions are kept'
export const auditRetention = 'Audit log is kept'
export const days = (count: number) =>
  count === 0 ? 'for ever' : plural(count, { one: '1 day', other: `${formatNumber(count)} days` })

export const queue = 'Queue'
export const queueNote = 'What runs now, and what is due.'
export const running = 'Runs in progress'
export const unowned = 'Runs waiting for a process'
export const timers = 'Due timers'
export const deliveries = 'Due webhook deliveries'
export const oldest = 'Oldest due work'
export const nothingDue = 'Nothing is due'
export const atLeast = (count: number) => `${formatNumber(count)} or more`

export const processes = 'Processes'
export const processesNote = 'A process without a heartbeat for 12 seconds loses its runs to the others.'
export const thisProcess = 'This one'
export const alive = 'Alive'
export const silent = 'No heartbeat'
export const unknownHost = 'Unknown process'
export const processRoles = {
  all: 'Serves requests and runs workflows',
  api: 'Serves requests',
  worker: 'Runs workflows',
}
export const startedAt = 'Started {time}'
export const heartbeat = 'Heartbeat {time}'

export const storage = 'Storage'
export const storageNote = 'Estimated, so that a large database stays fast.'
export const total = (size: string) => `${size} in total.`
export const kinds = {
  workflows: 'Workflows and versions',
  executions: 'Executions',
  journals: 'Journals of runs',
  submissions: 'Form submissions',
  deliveries: 'Events and deliveries',
  integrations: 'Imported APIs',
  audit: 'Audit log',
}
export const rows = (count: number) =>
  plural(count, { one: '1 entry', other: `${formatNumber(count)} entries` })

export const size = formatSize
