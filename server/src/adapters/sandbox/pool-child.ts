import { randomUUID } from 'node:crypto'
import type { PipeMessage } from './protocol/encode-message.ts'
import type { FileAnswer } from './protocol/messages.ts'
import { readChildMessage } from './protocol/read-child-message.ts'
import { SandboxProcess } from './sandbox-process.ts'
import type { SandboxRun } from './sandbox-run.ts'

/** A child that has not become ready by then is killed. */
const MAX_PREPARE_MS = 60_000

export interface ChildEvents {
  /** It can run code without a delay. */
  onReady(child: PoolChild, restingBytes: number): void
  onMessage(child: PoolChild, run: SandboxRun, message: PipeMessage): void
  /** It died during a run. */
  onCrash(child: PoolChild, run: SandboxRun, reason: string): void
}

/** A child of the pool: it is prepared, ready, running code, or terminating. */
export class PoolChild {
  run: SandboxRun | undefined
  runs = 0
  busyMs = 0
  /** It was ready at least once, so its start has succeeded. */
  hasStarted = false
  /** It exited, or had to be killed, before it was ready for the first time. */
  hasFailedToStart = false
  /** It was killed and has not exited yet. */
  isTerminating = false
  isPreparing = false
  readonly #process: SandboxProcess
  readonly #events: ChildEvents
  #busySince = 0
  #prepareTimer: NodeJS.Timeout | undefined

  constructor(entry: URL, events: ChildEvents) {
    this.#process = new SandboxProcess(entry)
    this.#events = events
    this.prepare()
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  get ended(): Promise<void> {
    return this.#process.ended
  }

  get isReady(): boolean {
    return this.run === undefined && !this.isPreparing && !this.isTerminating
  }

  /** It is not ready until it has responded: when it has started, or has made a new guest. */
  prepare(): void {
    const id = randomUUID()
    this.isPreparing = true
    // It keeps the process of the service alive, as a run does: one may wait for this child.
    this.#prepareTimer = setTimeout(() => this.#failToPrepare(), MAX_PREPARE_MS)
    this.#process.send({ id }, '', {
      onMessage: ({ header }) => {
        const message = readChildMessage(header, id)
        if (message?.kind !== 'ready') return this.#failToPrepare()
        this.#endPreparation()
        this.#process.release()
        this.hasStarted = true
        this.#events.onReady(this, message.restingBytes)
      },
      onExit: () => this.#failToPrepare(),
    })
  }

  begin(run: SandboxRun): void {
    this.run = run
    this.runs += 1
    this.#busySince = performance.now()
    const message = { id: run.id, code: run.code, names: run.names, deadlineMs: run.start() }
    this.#process.send(message, run.globalsText, {
      onMessage: (received) => this.#events.onMessage(this, run, received),
      onExit: (reason) => this.#events.onCrash(this, run, reason),
    })
  }

  /** Answers a request of the run for a file. */
  answer(answer: FileAnswer, content?: Uint8Array): void {
    this.#process.answer(answer, content)
  }

  release(): void {
    this.#process.release()
    this.run = undefined
    this.busyMs += performance.now() - this.#busySince
  }

  terminate(): void {
    this.isTerminating = true
    this.run = undefined
    this.#endPreparation()
    this.#process.release()
    this.#process.kill()
  }

  #failToPrepare(): void {
    this.hasFailedToStart = !this.hasStarted
    this.terminate()
  }

  #endPreparation(): void {
    this.isPreparing = false
    clearTimeout(this.#prepareTimer)
  }
}
