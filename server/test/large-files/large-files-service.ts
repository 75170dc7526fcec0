import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { isFinal, type JsonObject } from '#domain/index.ts'
import { type CrashStore, openCrashStore, type StoreKind } from '../crash/service/crash-store.ts'
import { ServerProcess } from '../crash/service/server-process.ts'
import { S3Server } from '../support/s3/s3-server.ts'
import { type FilePeer, openFilePeer } from './file-peer.ts'
import { type MailSink, openMailSink } from './mail-sink.ts'

const KEY = 'large-'.repeat(6)
/** For a machine that does other things as well. */
export const TIMEOUT_MS = 600_000
const POLL_INTERVAL_MS = 100
const OCTETS = 'application/octet-stream'

export interface SentBody {
  readonly type?: string
  readonly chunks: Iterable<Buffer>
}

/** The service in a process of its own, and everything that it sends files to and gets files from. */
export class LargeFilesService {
  readonly store: CrashStore
  readonly peer: FilePeer
  readonly mail: MailSink
  /** The bucket of the integration. */
  readonly bucket: S3Server
  readonly #temporary = mkdtempSync(join(tmpdir(), 'millrace-large-'))
  #process: ServerProcess

  private constructor(store: CrashStore, peer: FilePeer, mail: MailSink, bucket: S3Server) {
    this.store = store
    this.peer = peer
    this.mail = mail
    this.bucket = bucket
    this.#process = this.#spawn()
  }

  static async open(kind: StoreKind): Promise<LargeFilesService> {
    const service = new LargeFilesService(
      await openCrashStore(kind),
      await openFilePeer(),
      await openMailSink(),
      await S3Server.start(),
    )
    await service.#process.ready
    return service
  }

  get settings(): Readonly<Record<string, string>> {
    return {
      ...this.store.settings,
      TMPDIR: this.#temporary,
      // Otherwise Node would store its cache there.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      MILLRACE_API_KEY: KEY,
      MILLRACE_RATE_LIMITS: 'off',
      MILLRACE_FORM_LIMIT: '0',
    }
  }

  get pid(): number {
    return this.#process.pid ?? assert.fail('the service has ended')
  }

  /** Error lines of its log. */
  get problems(): readonly string[] {
    return this.#process.errors()
  }

  /** Files that the service left beside its data. */
  temporaryFiles(): readonly string[] {
    return readdirSync(this.#temporary, { recursive: true }).map(String)
  }

  async kill(): Promise<void> {
    await this.#process.kill()
  }

  async start(): Promise<void> {
    this.#process = this.#spawn()
    await this.#process.ready
  }

  async stop(): Promise<void> {
    await this.#process.stop()
  }

  async destroy(): Promise<void> {
    await this.#process.kill()
    await Promise.all([this.peer.close(), this.mail.close(), this.bucket.stop()])
    await this.store.destroy()
    rmSync(this.#temporary, { recursive: true, force: true })
  }

  /** The data of a response to a request with JSON. */
  async call(method: string, path: string, body?: object): Promise<JsonObject> {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
    return (JSON.parse(text) as { data: JsonObject }).data
  }

  /** Begins a request whose body is sent by the caller. */
  begin(path: string, type = OCTETS): ClientRequest {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': type }
    return request(`${this.#url}${path}`, { method: 'POST', headers })
  }

  /** Sends a body and resolves to the response. */
  async send(path: string, { type, chunks }: SentBody): Promise<IncomingMessage> {
    const sent = this.begin(path, type)
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    for (const chunk of chunks) if (!sent.write(chunk)) await Promise.race([once(sent, 'drain'), answered])
    sent.end()
    const [answer] = await answered
    return answer
  }

  /** Sends a body and returns the data of the response. */
  async sendForData(path: string, body: SentBody): Promise<JsonObject> {
    const answer = await this.send(path, body)
    const { data } = (await json(answer)) as { data: JsonObject }
    assert.ok((answer.statusCode ?? 0) < 300, `${path}: ${answer.statusCode}`)
    return data
  }

  /** Reads the content of a file. */
  async download(fileId: string): Promise<IncomingMessage> {
    const headers = { authorization: `Bearer ${KEY}` }
    const sent = request(`${this.#url}/v1/files/${fileId}/content`, { headers }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    assert.equal(answer.statusCode, 200)
    return answer
  }

  /** Creates a workflow whose nodes run one after the other. Returns its id, and the path of its inbound webhook. */
  async createWorkflow(nodes: readonly JsonObject[]): Promise<{ id: string; path: string }> {
    const edges = nodes.slice(1).map(({ id }, n) => ({ source: nodes[n]?.['id'], target: id }))
    const body = { name: 'Large', status: 'published', nodes, edges }
    const id = (await this.call('POST', '/v1/workflows', body))['id'] as string
    const [trigger] = (await this.call(
      'GET',
      `/v1/workflows/${id}/triggers`,
    )) as unknown as readonly JsonObject[]
    const url = trigger?.['url']
    return { id, path: typeof url === 'string' ? new URL(url).pathname : '' }
  }

  /** Starts a run and returns its id. */
  async execute(workflowId: string, input: JsonObject): Promise<string> {
    const accepted = await this.call('POST', `/v1/workflows/${workflowId}/execute`, { input })
    return accepted['execution_id'] as string
  }

  /** Waits for the end of a run, which must succeed, and returns it. */
  async ended(executionId: string): Promise<JsonObject> {
    for (;;) {
      const execution = await this.call('GET', `/v1/executions/${executionId}`)
      const status = execution['status'] as string
      if (status === 'completed') return execution
      assert.ok(!isFinal(status as never), JSON.stringify(execution))
      await pause(POLL_INTERVAL_MS)
    }
  }

  get #url(): string {
    return this.#process.url ?? assert.fail('the service does not run')
  }

  #spawn(): ServerProcess {
    return new ServerProcess(this.settings)
  }
}
