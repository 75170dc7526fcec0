import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'node:net'
import { HttpClient, type Reply, type Sent } from './http-client.ts'
import { PASSWORD, type Target } from './target.ts'

const POLL_INTERVAL_MS = 100
const FINAL: ReadonlySet<unknown> = new Set(['completed', 'failed'])

export interface Graph {
  readonly nodes: readonly object[]
  readonly edges: readonly object[]
}

/** What a case uses to attack: the attacker's key, connections, and the moment when it must stop. */
export class Attack {
  readonly target: Target
  /** Fires when the attack has lasted long enough. */
  readonly signal: AbortSignal
  readonly #client = new HttpClient()
  readonly #onRestart: (pid: number) => void
  readonly #answers = new Map<number, number>()

  constructor(target: Target, signal: AbortSignal, onRestart: (pid: number) => void) {
    this.target = target
    this.signal = signal
    this.#onRestart = onRestart
  }

  /** How often each status was answered: an attack that is refused at once attacks nothing. */
  get answers(): string {
    const counts = [...this.#answers].toSorted(([one], [other]) => one - other)
    return counts.map(([status, count]) => `${count} × ${status === 0 ? 'broken' : status}`).join(', ')
  }

  /** Kills the service and starts it again. Returns the time from its start to its URL. */
  async restart(): Promise<number> {
    const ms = await this.target.restart()
    if (this.target.pid !== undefined) this.#onRestart(this.target.pid)
    return ms
  }

  /** With the attacker's key. A failure of the service itself rejects; refusals and broken connections do not. */
  async send(method: string, path: string, sent: Sent = {}): Promise<Reply> {
    const authorization = `Bearer ${this.target.attacker.key}`
    return this.anonymous(method, path, { ...sent, headers: { authorization, ...sent.headers } })
  }

  async anonymous(method: string, path: string, sent: Sent = {}): Promise<Reply> {
    const reply = await this.#client.send(method, `${this.target.url}${path}`, sent)
    this.#answers.set(reply.status, (this.#answers.get(reply.status) ?? 0) + 1)
    // 503 is how a full queue answers; every other failure of the server is a defect.
    if (reply.status >= 500 && reply.status !== 503) {
      throw new Error(`${method} ${path} was answered with ${reply.status}: ${reply.text.slice(0, 300)}`)
    }
    return reply
  }

  /** Creates something and returns its data: what the attack builds on must exist. */
  // oxlint-disable-next-line typescript/no-explicit-any -- resources of every kind
  async create(path: string, body: unknown): Promise<any> {
    const reply = await this.send('POST', path, { body })
    if (reply.status !== 201)
      throw new Error(`POST ${path} was answered with ${reply.status}: ${reply.text.slice(0, 300)}`)
    return reply.body.data
  }

  async createWorkflow(graph: Graph, fields: object = {}): Promise<string> {
    const { id } = await this.create('/v1/workflows', { name: 'Hostile', ...graph, ...fields })
    return id as string
  }

  /** Runs a workflow until it ends or the attack does, which cancels it. Returns how it ended. */
  async runToEnd(workflowId: string, input: object = {}): Promise<string> {
    const started = await this.send('POST', `/v1/workflows/${workflowId}/execute`, { body: { input } })
    if (started.status !== 202) return `refused with ${started.status}`
    return this.untilEnded(started.body.data.execution_id as string)
  }

  async untilEnded(executionId: string): Promise<string> {
    for (;;) {
      const { body } = await this.send('GET', `/v1/executions/${executionId}`)
      if (FINAL.has(body?.data?.status)) {
        const { status, error } = body.data
        return error === null || error === undefined ? status : `${status}: ${error.code ?? error.message}`
      }
      if (this.signal.aborted) {
        await this.send('POST', `/v1/executions/${executionId}/cancel`)
        return 'cancelled at the end of the case'
      }
      await pause(POLL_INTERVAL_MS)
    }
  }

  /** Does the same many times at once, until all are done or the attack ends. */
  async flood(count: number, lanes: number, work: (index: number) => Promise<unknown>): Promise<void> {
    let next = 0
    const lane = async () => {
      while (next < count && !this.signal.aborted) {
        next += 1
        await work(next - 1)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }

  /** A bare connection to the service. */
  async dial(): Promise<Socket> {
    return this.#client.dial(this.target.url)
  }

  /** Signs the bystander in and returns how long that took. */
  async signBystanderIn(): Promise<number> {
    const startedAt = performance.now()
    const { url, bystander } = this.target
    const reply = await this.#client.send('POST', `${url}/app/session`, {
      headers: { origin: url, 'x-forwarded-for': '198.51.100.77' },
      body: { email: bystander.email, password: PASSWORD },
    })
    if (reply.status !== 200)
      throw new Error(`The bystander's sign-in was answered with ${reply.status}: ${reply.text}`)
    return performance.now() - startedAt
  }

  /** Waits while the attack goes on by itself. */
  async wait(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.signal }).catch(() => undefined)
  }

  close(): void {
    this.#client.close()
  }
}
