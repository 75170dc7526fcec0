import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import type { Scope } from '@millrace/contract/scopes.ts'
import { randomIds, systemScheduler } from '#adapters/index.ts'
import { isActiveBulkRun, isFinal, SERVICE, systemAuthor } from '#domain/index.ts'
import { KeyService, RunStatistics } from '#features/index.ts'
import { readConfig } from '../../settings/config.ts'
import { openVault } from '../../wiring/open-vault.ts'
import { wire } from '../../wiring/wire.ts'
import { receivesAll } from './receives-all.ts'

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/v1`. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** A key other than the first one; null sends none. */
  readonly key?: string | null
}

export interface Received {
  readonly status: number
  readonly headers: { readonly location?: string }
  readonly isJson: boolean
  /** Empty if the response is not JSON. */
  readonly body: { readonly data?: unknown; readonly [member: string]: unknown }
  readonly text: string
}

/** The real service on an empty store, with a clock that advances only between the requests of a recording. */
export interface RecordedService {
  readonly address: string
  send(request: Sent): Promise<Received>
  createKey(scopes: readonly Scope[]): Promise<string>
  letTimePass(): void
  /** Later examples show the execution, so it must have ended, however slow the machine is. */
  waitForEnd(executionId: string): Promise<void>
  /** Resolves with the id of its wait when the execution waits for a person. */
  waitForApproval(executionId: string): Promise<string>
  /** The same for the deliveries of a webhook. */
  waitForDeliveries(endpointId: string): Promise<void>
  /** The same for all bulk runs. */
  waitForBulkRuns(): Promise<void>
  /** Counts everything that has ended. */
  foldStatistics(): Promise<void>
  destroy(): Promise<void>
}

const STARTS_AT = Date.UTC(2026, 0, 31, 8, 30)
const STEP_MS = 1_500
const POLL_MS = 5
const MAX_POLLS = 6_000
const KEY = 'example-key-that-opens-nothing'

export async function startRecordedService(): Promise<RecordedService> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'millrace-generate-'))
  const config = readConfig(
    {},
    { MILLRACE_DATA: dataFolder, MILLRACE_API_KEY: KEY, MILLRACE_DISK_FLOOR_MB: '0', PORT: '0' },
  )
  const logger = pino({ level: 'silent' })
  let now = STARTS_AT
  const clock = { now: () => now }
  const service = await wire({
    config,
    logger,
    http: receivesAll,
    webFolder: join(dataFolder, 'no-web-app'),
    clock,
    onFatal(error) {
      throw error
    },
  })
  const address = await service.app.listen({ host: config.host, port: 0 })
  service.setAddress(address)
  await service.start()
  const { firstStart } = service
  if (firstStart === undefined) throw new Error('The service that records examples must serve the API.')

  return {
    address,
    async send({ method, path, body, headers = {}, key = KEY }) {
      const answer = await service.app.inject({
        method,
        url: `/v1${path}`,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const head = { status: answer.statusCode, headers: pickLocation(answer.headers.location) }
      // A part of JSON is none.
      const isJson =
        answer.headers['content-type']?.startsWith('application/json') === true && answer.statusCode !== 206
      return { ...head, isJson, body: isJson ? answer.json() : {}, text: withoutMark(answer.payload) }
    },
    async createKey(scopes) {
      const vault = await openVault(config, service.store, logger)
      const keys = new KeyService({ store: service.store, clock, ids: randomIds(), vault })
      const author = systemAuthor(firstStart.account.id, SERVICE)
      const wanted = { name: 'Reader', scopes, expiresAt: null }
      return (await service.store.write((tx) => keys.create(tx, author, wanted))).key
    },
    letTimePass() {
      now += STEP_MS
    },
    waitForEnd: (executionId) =>
      waitUntil('The execution of an example does not end.', async () => {
        const execution = await service.store.executions.find(firstStart.account.id, executionId)
        return execution !== undefined && isFinal(execution.status)
      }),
    async waitForApproval(executionId) {
      let waitId = ''
      await waitUntil('The execution of an example does not wait.', async () => {
        const filter = { now: 0, executionId }
        const page = { before: undefined, limit: 1 }
        const [found] = await service.store.executions.listApprovals(firstStart.account.id, filter, page)
        waitId = found?.id ?? ''
        return found !== undefined
      })
      return waitId
    },
    waitForDeliveries: (endpointId) =>
      waitUntil('The delivery of an example does not arrive.', async () => {
        const { account } = firstStart
        const oldest = { before: undefined, limit: 1 }
        return (
          (await service.store.deliveries.list(account.id, endpointId, { status: 'pending' }, oldest))
            .length === 0
        )
      }),
    waitForBulkRuns: () =>
      waitUntil('The bulk run of an example does not end.', async () => {
        const newest = { before: undefined, limit: 50 }
        const runs = await service.store.bulkRuns.list(firstStart.account.id, newest)
        return !runs.some(isActiveBulkRun)
      }),
    async foldStatistics() {
      const { store } = service
      const later = { now: () => now + STEP_MS }
      const deps = {
        store,
        clock: later,
        ids: randomIds(),
        scheduler: systemScheduler,
        log: logger,
        settleMs: 0,
      }
      await new RunStatistics(deps).catchUp()
    },
    async destroy() {
      await service.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** A byte order mark is invisible in an example. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '')
}

async function waitUntil(problem: string, holds: () => Promise<boolean>): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    if (await holds()) return
    await setTimeout(POLL_MS)
  }
  throw new Error(problem)
}

function pickLocation(location: string | undefined): Received['headers'] {
  return location === undefined ? {} : { location }
}
