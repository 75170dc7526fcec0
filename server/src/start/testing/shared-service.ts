import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import type { JsonObject } from '#domain/index.ts'
import { type DataFolder, newDataFolder } from './data-folder.ts'
import { type OutsideCall, OutsideServer } from './outside-server.ts'
import { ServiceProcess } from './program.ts'

const DEADLINE_MS = 60_000
const POLL_MS = 50
const KEY = 'test-'.repeat(6)

/** What a worker logs about an execution that it no longer owns. */
export const LOST = 'execution ended or taken over by another process'

export interface ExecutionData {
  readonly id: string
  readonly status: string
  readonly output: unknown
  readonly error: { readonly code: string } | null
}

interface WorkflowBody {
  readonly nodes: readonly JsonObject[]
  readonly edges?: readonly JsonObject[]
}

export interface TableLock {
  untilAwaited(): Promise<unknown>
  release(): Promise<void>
}

/** An API process and any number of workers on one PostgreSQL database, and a server that workflows call. */
export class SharedService {
  readonly key = KEY
  readonly api: ServiceProcess
  readonly outside: OutsideServer
  readonly #data: DataFolder
  #workers: ServiceProcess[] = []

  private constructor(data: DataFolder, api: ServiceProcess, outside: OutsideServer) {
    this.#data = data
    this.api = api
    this.outside = outside
  }

  static async start(): Promise<SharedService> {
    const data = await newDataFolder('PostgreSQL')
    const api = await ServiceProcess.startWithShortIntervals({
      ...data.settings,
      MILLRACE_ROLE: 'api',
      MILLRACE_API_KEY: KEY,
      MILLRACE_RATE_LIMITS: 'off',
    })
    return new SharedService(data, api, await OutsideServer.start())
  }

  async startWorker(): Promise<ServiceProcess> {
    const settings = { MILLRACE_ROLE: 'worker', MILLRACE_EGRESS_ALLOW: '127.0.0.1' }
    const worker = await ServiceProcess.startWithShortIntervals({ ...this.#data.settings, ...settings })
    this.#workers.push(worker)
    return worker
  }

  /** Called after each test, so that the next one starts without workers and calls. */
  async endWorkers(): Promise<void> {
    for (const worker of this.#workers) await worker.end()
    this.#workers = []
    this.outside.forget()
  }

  async destroy(): Promise<void> {
    await this.api.end()
    await this.outside.close()
    await this.#data.destroy()
  }

  async createWorkflow(workflow: WorkflowBody): Promise<string> {
    const body = { name: 'Test', edges: [], ...workflow }
    const created = await this.api.request<{ id: string }>('POST', '/v1/workflows', { key: KEY, body })
    assert.equal(created.status, 201)
    return created.body.data.id
  }

  async execute(workflow: string, input: JsonObject): Promise<string> {
    const path = `/v1/workflows/${workflow}/execute`
    const body = { input }
    const answer = await this.api.request<{ execution_id: string }>('POST', path, { key: KEY, body })
    assert.equal(answer.status, 202)
    return answer.body.data.execution_id
  }

  async accept(workflow: WorkflowBody, input: JsonObject = {}): Promise<string> {
    return this.execute(await this.createWorkflow(workflow), input)
  }

  async signal(id: string, event: string, data: JsonObject): Promise<void> {
    const path = `/v1/executions/${id}/signal`
    const answer = await this.api.request('POST', path, { key: KEY, body: { event, data } })
    assert.ok(answer.status < 300, `the signal was answered with status ${answer.status}`)
  }

  async read(id: string): Promise<ExecutionData> {
    const answer = await this.api.request<ExecutionData>('GET', `/v1/executions/${id}`, { key: KEY })
    assert.equal(answer.status, 200)
    return answer.body.data
  }

  untilStatus(id: string, status: string): Promise<ExecutionData> {
    return until(`${id} to be ${status}`, async () => {
      const execution = await this.read(id)
      return execution.status === status ? execution : undefined
    })
  }

  untilCalled(path: string, times = 1): Promise<OutsideCall> {
    return until(`call ${times} of ${path}`, async () => this.outside.callsTo(path)[times - 1])
  }

  /** Keeps processes from writing to a table, so that they can be stopped in the middle of a transaction. */
  async lockTable(table: string): Promise<TableLock> {
    const client = new Client({ connectionString: this.#data.settings.DATABASE_URL })
    await client.connect()
    await client.query(`begin; lock table ${table} in share mode`)
    const waiting = 'select from pg_locks where relation = $1::regclass and not granted'
    return {
      untilAwaited: () =>
        until(`a write to ${table}`, async () => (await client.query(waiting, [table])).rows[0]),
      release: () => client.end(),
    }
  }

  /** A node that calls the outside server. */
  call(id: string, path: string): JsonObject {
    return { id, type: 'http', data: { method: 'POST', url: `${this.outside.url}${path}` } }
  }
}

/** Polls until there is a result or the deadline has passed. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > deadline) assert.fail(`Timed out waiting for ${what}.`)
    await setTimeout(POLL_MS)
  }
}
