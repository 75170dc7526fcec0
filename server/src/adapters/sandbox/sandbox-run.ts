import { randomUUID } from 'node:crypto'
import type { SandboxFailure, SandboxLog, SandboxRequest, SandboxResult } from '#ports/index.ts'
import { MAX_RUN_MS } from './protocol/sandbox-limits.ts'
import { LogBudget } from './child/log-budget.ts'

/** Between the deadline inside a child and its end from outside: time for the child to say what happened. */
const GRACE_MS = 250

export interface RunEvents {
  /** The deadline passed while the run still waits for a slot. */
  onLateInQueue(): void
  /** The deadline and the grace after it passed, or the caller gave up: the process must be ended. */
  onOverdue(): void
}

/** One request on its way: its clock, its lines and its one result. */
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
  #isPlaced = false

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

  /** The run got a process; gives the time that is left. */
  slot(): number {
    this.#isPlaced = true
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
    const where = this.#isPlaced ? 'The code did not end' : 'No slot to run the code was free'
    this.fail({ reason: 'timeout', message: `${where} within ${this.#deadlineMs} ms.` })
  }

  #expire(): void {
    if (!this.#isPlaced) {
      this.#events?.onLateInQueue()
      return this.timeOut()
    }
    this.#timer = setTimeout(() => {
      this.#events?.onOverdue()
      this.timeOut()
    }, GRACE_MS)
  }

  readonly #abort = (): void => {
    if (this.#isPlaced) this.#events?.onOverdue()
    else this.#events?.onLateInQueue()
    this.fail({ reason: 'aborted', message: 'The run was cancelled.' })
  }

  #settle(result: SandboxResult): void {
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#abort)
    this.#events = undefined
    this.#resolve(result)
  }
}
