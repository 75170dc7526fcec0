import { measureJson } from '#domain/index.ts'
import type { Sandbox, SandboxFailure, SandboxRequest, SandboxResult } from '#ports/index.ts'
import { MAX_BUSY_MS, MAX_INPUT_BYTES } from './protocol/sandbox-limits.ts'
import { readChildMessage } from './protocol/read-child-message.ts'
import { readOutput } from './child/read-guest-output.ts'
import type { PipeMessage } from './protocol/encode-message.ts'
import { CHILD_ENTRY, SandboxProcess } from './sandbox-process.ts'
import { SandboxRun } from './sandbox-run.ts'

export interface ProcessSandboxOptions {
  /** Most child processes at a time. */
  readonly size?: number
  /** Children end when no code ran for this long. */
  readonly idleMs?: number
  /** A child is replaced after this many runs … */
  readonly maxRuns?: number
  /** … or when it holds this much memory between two runs. */
  readonly maxRestingBytes?: number
  /** The script a child runs. */
  readonly entry?: URL
}

interface PoolSlot {
  readonly process: SandboxProcess
  run: SandboxRun | undefined
  runs: number
  busyMs: number
  busySince: number
  /** It has answered once: its start is over. */
  isProven: boolean
  /** Killed, on its way out. */
  isLeaving: boolean
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/**
 * Runs code in QuickJS inside child processes. None is started before the first run; from then on one more than needed
 * is kept warm, until no code ran for a while. Rules:
 *
 * 1. A child has at most one run. What it says is believed only as the answer to that run.
 * 2. A run ends by its deadline and the grace after it, whatever its child does: then the child is killed.
 * 3. A killed child counts until the system reports its end: there are never more than `size`.
 */
export class ProcessSandbox implements Sandbox {
  readonly #size: number
  readonly #idleMs: number
  readonly #maxRuns: number
  readonly #maxRestingBytes: number
  readonly #entry: URL
  readonly #slots = new Set<PoolSlot>()
  readonly #waiting = new Set<SandboxRun>()
  #idleTimer: NodeJS.Timeout | undefined
  #isWarm = false
  #isClosed = false

  constructor(options: ProcessSandboxOptions = {}) {
    this.#size = options.size ?? 2
    this.#idleMs = options.idleMs ?? 60_000
    this.#maxRuns = options.maxRuns ?? 500
    this.#maxRestingBytes = options.maxRestingBytes ?? 192 * 1024 * 1024
    this.#entry = options.entry ?? CHILD_ENTRY
  }

  /** Process ids of the children that live now. */
  get pids(): number[] {
    return [...this.#slots].map((slot) => slot.process.pid).filter((pid) => pid !== undefined)
  }

  async run(request: SandboxRequest): Promise<SandboxResult> {
    const names = Object.keys(request.globals)
    const wrong = names.find((name) => !IDENTIFIER.test(name))
    if (wrong !== undefined) throw new TypeError(`"${wrong}" cannot be the name of a global`)
    if (!(request.deadlineMs > 0)) throw new RangeError('deadlineMs must be positive')
    if (this.#isClosed || request.signal?.aborted === true) {
      return refuse('aborted', 'The run was cancelled.')
    }
    const globalsText = writeInput(request)
    if (globalsText === undefined) return refuse('input', TOO_LARGE)

    const run = new SandboxRun(request, globalsText)
    this.#waiting.add(run)
    run.watch({
      onLateInQueue: () => this.#waiting.delete(run),
      onOverdue: () => this.#evict(run),
    })
    this.#stayWarm()
    this.#assign()
    return run.result
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#isWarm = false
    clearTimeout(this.#idleTimer)
    const runs = [...this.#waiting, ...[...this.#slots].map((slot) => slot.run)]
    this.#waiting.clear()
    for (const slot of this.#slots) this.#end(slot)
    for (const run of runs) run?.fail({ reason: 'aborted', message: 'The service is stopping.' })
    await Promise.all([...this.#slots].map((slot) => slot.process.ended))
  }

  #assign(): void {
    for (const run of this.#waiting) {
      const slot = this.#findFree() ?? this.#start()
      if (slot === undefined) break
      this.#waiting.delete(run)
      this.#begin(slot, run)
    }
    if (this.#needsSpare()) this.#start()
  }

  /** Not while another child starts: the two would slow each other down, and a run waits for the first. */
  #needsSpare(): boolean {
    return this.#isWarm && this.#findFree() === undefined && [...this.#slots].every((slot) => slot.isProven)
  }

  #begin(slot: PoolSlot, run: SandboxRun): void {
    slot.run = run
    slot.runs += 1
    slot.busySince = performance.now()
    const message = { id: run.id, code: run.code, names: run.names, deadlineMs: run.slot() }
    slot.process.send(message, run.globalsText, {
      onMessage: (message) => this.#receive(slot, run, message),
      onLost: (why) => {
        this.#end(slot)
        run.fail({ reason: 'crashed', message: `The process that ran the code ended: ${why}.` })
      },
    })
  }

  #receive(slot: PoolSlot, run: SandboxRun, received: PipeMessage): void {
    slot.isProven = true
    const message = readChildMessage(received.header, run.id)
    if (message?.kind === 'log') return run.log(message)
    const isBroken = message === undefined || (message.kind === 'failure' && message.reason === 'crashed')
    if (isBroken) this.#end(slot)
    else this.#free(slot, message.restingBytes)

    if (message === undefined) {
      run.fail({ reason: 'crashed', message: 'The process that ran the code gave an answer without sense.' })
    } else if (message.kind === 'failure') {
      const { kind: _kind, restingBytes: _bytes, ...failure } = message
      if (failure.reason === 'timeout') run.timeOut()
      else run.fail(failure)
    } else {
      const output = readOutput(received.body)
      if (output.ok) run.succeed(output.value)
      else run.fail({ reason: 'output', message: output.message })
    }
    this.#assign()
  }

  #free(slot: PoolSlot, restingBytes: number): void {
    slot.process.release()
    slot.run = undefined
    slot.busyMs += performance.now() - slot.busySince
    const isWorn =
      slot.runs >= this.#maxRuns || slot.busyMs >= MAX_BUSY_MS || restingBytes >= this.#maxRestingBytes
    if (isWorn) this.#end(slot)
  }

  #evict(run: SandboxRun): void {
    for (const slot of this.#slots) if (slot.run === run) this.#end(slot)
  }

  #end(slot: PoolSlot): void {
    slot.isLeaving = true
    slot.run = undefined
    slot.process.release()
    slot.process.kill()
  }

  #findFree(): PoolSlot | undefined {
    for (const slot of this.#slots) if (slot.run === undefined && !slot.isLeaving) return slot
    return undefined
  }

  #start(): PoolSlot | undefined {
    if (this.#slots.size >= this.#size) return undefined
    const process = new SandboxProcess(this.#entry)
    const slot = {
      process,
      run: undefined,
      runs: 0,
      busyMs: 0,
      busySince: 0,
      isProven: false,
      isLeaving: false,
    }
    this.#slots.add(slot)
    void process.ended.then(() => this.#leave(slot))
    return slot
  }

  #leave(slot: PoolSlot): void {
    this.#slots.delete(slot)
    // One that ended by itself before its first answer would do so again and again.
    if (!slot.isLeaving && !slot.isProven) this.#isWarm = false
    this.#assign()
  }

  #stayWarm(): void {
    this.#isWarm = true
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => this.#coolDown(), this.#idleMs).unref()
  }

  /** Runs under way may outlive the time: the one that ends last starts the clock anew. */
  #coolDown(): void {
    if ([...this.#slots].some((slot) => slot.run !== undefined)) return this.#stayWarm()
    this.#isWarm = false
    for (const slot of this.#slots) this.#end(slot)
  }
}

const TOO_LARGE = 'The code and the data it sees are larger than 10 MiB. Name less of it in the code.'

/** The JSON text of the globals; undefined if it is too large together with the code. */
function writeInput({ code, globals }: SandboxRequest): string | undefined {
  // An estimate, up to five times too high for small numbers; it spares writing out what is far too large.
  if (measureJson(globals, 5 * MAX_INPUT_BYTES) > 5 * MAX_INPUT_BYTES) return undefined
  const text = JSON.stringify(globals)
  return Buffer.byteLength(text) + Buffer.byteLength(code) > MAX_INPUT_BYTES ? undefined : text
}

function refuse(reason: SandboxFailure['reason'], message: string): SandboxResult {
  return { ok: false, reason, message, logs: [] }
}
