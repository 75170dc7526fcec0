import { randomUUID } from 'node:crypto'
import type { SandboxFailure, SandboxLog, SandboxRequest, SandboxResult } from '#ports/index.ts'
import { MAX_RUN_MS } from './protocol/sandbox-limits.ts'
import { LogBudget } from './child/log-budget.ts'

/** The time between the deadline inside a child and its termination, in which the child can report the timeout. */
const GRACE_MS = 250

export interface RunEvents {
  /** The deadline passed, or the caller cancelled, before the run got a pool slot. */
  onDequeue(): void
  /** The deadline and the grace period passed, or the caller cancelled: the process must be killed. */
  onKill(): void
}

/** One request: its deadline, its log lines and its result. */
export class SandboxRun {
  readonly id = randomUUID()
  readonly code: string
  readonly globalsText: string
  readonly names: readonly string[]
  readonly result: Promise<SandboxResult>
  readonly #logs: SandboxLog[] = []
  readonly #budget = new LogBudget((entry) => this.#logs.push(entry))
  readonly #deadlineMs: number
  readonly #startedAt = performance.now()
  readonly #signal: AbortSignal | undefined
  #timer: NodeJS.Timeout | undefined
  #resolve: (result: SandboxResult) => void = () => {}
  #events: RunEvents | undefined
  #hasStarted = false

  constructor(request: SandboxRequest, globalsText: string) {
    this.code = request.code
    this.globalsText = globalsText
    this.names = Object.keys(request.globals)
    this.#deadlineMs = Math.min(request.deadlineMs, MAX_RUN_MS)
    this.#signal = request.signal
    this.result = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  watch(events: RunEvents): void {
    this.#events = events
    this.#timer = setTimeout(() => this.#expire(), this.#deadlineMs)
    this.#signal?.addEventListener('abort', this.#abort, { once: true })
  }

  /** Called when the run gets a process. Returns the remaining time in milliseconds. */
  start(): number {
    this.#hasStarted = true
    return Math.max(1, this.#deadlineMs - (performance.now() - this.#startedAt))
  }

  log(entry: SandboxLog): void {
    this.#budget.add(entry)
  }

  succeed(value: Extract<SandboxResult, { ok: true }>['value']): void {
    this.#settle({ ok: true, value, logs: this.#logs })
  }

  fail(failure: Omit<SandboxFailure, 'ok' | 'logs'>): void {
    this.#settle({ ok: false, ...failure, logs: this.#logs })
  }

  timeOut(): void {
    const message = this.#hasStarted
      ? `The code did not finish within ${this.#deadlineMs} ms.`
      : `The code did not start within ${this.#deadlineMs} ms because no sandbox process was free.`
    this.fail({ reason: 'timeout', message })
  }

  #expire(): void {
    if (!this.#hasStarted) {
      this.#events?.onDequeue()
      return this.timeOut()
    }
    this.#timer = setTimeout(() => {
      this.#events?.onKill()
      this.timeOut()
    }, GRACE_MS)
  }

  readonly #abort = (): void => {
    if (this.#hasStarted) this.#events?.onKill()
    else this.#events?.onDequeue()
    this.fail({ reason: 'aborted', message: 'The run was cancelled.' })
  }

  #settle(result: SandboxResult): void {
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#abort)
    this.#events = undefined
    this.#resolve(result)
  }
}
