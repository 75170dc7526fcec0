import { randomUUID } from 'node:crypto'
import type { AccountId } from '#domain/index.ts'
import type { SandboxFailure, SandboxFiles, SandboxLog, SandboxRequest, SandboxResult } from '#ports/index.ts'
import type { FileAnswer, FileMessage } from './protocol/messages.ts'
import { MAX_FILE_CALLS, MAX_RUN_MS } from './protocol/sandbox-limits.ts'
import { LogBudget } from './child/log-budget.ts'

/** The time between the deadline inside a child and its termination, in which the child can report the timeout. */
export const GRACE_MS = 250

export interface RunEvents {
  /** The caller cancelled before the run got a process. */
  onDequeue(): void
  /** The deadline and the grace period passed, or the caller cancelled: the process must be killed. */
  onKill(): void
}

/** One request: its deadline, its log lines and its result. */
export class SandboxRun {
  readonly id = randomUUID()
  readonly account: AccountId
  readonly code: string
  readonly globalsText: string
  readonly names: readonly string[]
  /** Whether it left a child that cannot run code at once: it was killed, or makes a new guest. */
  hasSpentChild = false
  readonly result: Promise<SandboxResult>
  readonly #logs: SandboxLog[] = []
  readonly #budget = new LogBudget((entry) => this.#logs.push(entry))
  readonly #deadlineMs: number
  readonly #graceMs: number
  readonly #onStart: (() => void) | undefined
  readonly #signal: AbortSignal | undefined
  #timer: NodeJS.Timeout | undefined
  #resolve: (result: SandboxResult) => void = () => {}
  #reject: (error: unknown) => void = () => {}
  readonly #files: SandboxFiles | undefined
  #fileCalls = 0
  #isAsking = false
  #events: RunEvents | undefined
  #hasStarted = false

  constructor(request: SandboxRequest, globalsText: string, graceMs: number) {
    this.account = request.account
    this.code = request.code
    this.globalsText = globalsText
    this.names = Object.keys(request.globals)
    this.#deadlineMs = Math.min(request.deadlineMs, MAX_RUN_MS)
    this.#graceMs = graceMs
    this.#onStart = request.onStart
    this.#signal = request.signal
    this.#files = request.files
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  watch(events: RunEvents): void {
    this.#events = events
    this.#signal?.addEventListener('abort', this.#abort, { once: true })
  }

  /** Called when the run gets a process: its time starts. Returns it in milliseconds. */
  start(): number {
    this.#hasStarted = true
    this.#timer = setTimeout(() => this.#expire(), this.#deadlineMs)
    this.#onStart?.()
    return this.#deadlineMs
  }

  log(entry: SandboxLog): void {
    this.#budget.add(entry)
  }

  /** False if the child has not waited for the answer to its last request, as an honest one does. */
  takeFileTurn(): boolean {
    if (this.#isAsking) return false
    this.#isAsking = true
    return true
  }

  async answerFile(
    message: FileMessage,
    content: Uint8Array,
  ): Promise<FileAnswer & { readonly body?: Uint8Array }> {
    try {
      this.#fileCalls += 1
      if (this.#files === undefined) return { error: 'Files are not available here.' }
      if (this.#fileCalls > MAX_FILE_CALLS) {
        return { error: `Code reads and creates at most ${MAX_FILE_CALLS} files in one run.` }
      }
      if (message.action === 'create') {
        const created = await this.#files.create(message.name, message.type, content)
        return created.ok ? { value: created.value } : { error: created.message }
      }
      const read = await this.#files.read(message.file)
      return read.ok ? { body: read.bytes } : { error: read.message }
    } finally {
      this.#isAsking = false
    }
  }

  /** Something failed that the code is not to blame for. */
  reject(error: unknown): void {
    this.#reject(error)
    this.fail({ reason: 'crashed', message: 'The run failed.' })
  }

  succeed(value: Extract<SandboxResult, { ok: true }>['value']): void {
    this.#settle({ ok: true, value, logs: this.#logs })
  }

  fail(failure: Omit<SandboxFailure, 'ok' | 'logs'>): void {
    this.#settle({ ok: false, ...failure, logs: this.#logs })
  }

  timeOut(): void {
    this.fail({ reason: 'timeout', message: `The code did not finish within ${this.#deadlineMs} ms.` })
  }

  #expire(): void {
    this.#timer = setTimeout(() => {
      this.#events?.onKill()
      this.timeOut()
    }, this.#graceMs)
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
