import { FairQueue, measureJson, type SlotRefusal } from '#domain/index.ts'
import type { Sandbox, SandboxFailure, SandboxRequest, SandboxResult } from '#ports/index.ts'
import { MAX_BUSY_MS, MAX_INPUT_BYTES } from './protocol/sandbox-limits.ts'
import { readChildMessage } from './protocol/read-child-message.ts'
import { readOutput } from './child/read-guest-output.ts'
import type { PipeMessage } from './protocol/encode-message.ts'
import { CHILD_ENTRY, SandboxProcess } from './sandbox-process.ts'
import { SandboxRun } from './sandbox-run.ts'

export interface ProcessSandboxOptions {
  /** The maximum number of child processes. */
  readonly size?: number
  /** How many runs may wait for a process, of all accounts together. */
  readonly maxWaiting?: number
  /** Children are terminated after this long without a run. */
  readonly idleMs?: number
  /** A child is replaced after this many runs … */
  readonly maxRuns?: number
  /** … or when it uses this much memory between two runs. */
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
  /** It has responded at least once, so its start has succeeded. */
  hasResponded: boolean
  /** It was killed and has not exited yet. */
  isTerminating: boolean
}

/** One account uses all but one of them, so one more than it takes to keep two cores busy. */
const DEFAULT_SIZE = 3
const MAX_WAITING = 1_000
/** A start takes as long as a thousand short runs, so it must be much rarer than these. */
const MAX_RUNS = 50_000
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/**
 * Runs code in QuickJS inside child processes. No process starts before the first run. From then on, one spare process is
 * kept warm until no code has run for a while. Rules:
 *
 * 1. A child has at most one run. Its messages are accepted only as responses to that run.
 * 2. A run ends at the latest after its deadline and the grace period, when its child is killed.
 * 3. A killed child counts until the system reports its exit: there are never more than `size` children.
 * 4. Runs wait in a fair queue by account: code of one account never occupies all children, and takes turns with others.
 */
export class ProcessSandbox implements Sandbox {
  readonly #size: number
  readonly #idleMs: number
  readonly #maxRuns: number
  readonly #maxRestingBytes: number
  readonly #entry: URL
  readonly #queue: FairQueue
  readonly #slots = new Set<PoolSlot>()
  /** Runs whose turn it is, until a child is ready: never more than `size`. */
  readonly #admitted = new Set<SandboxRun>()
  #idleTimer: NodeJS.Timeout | undefined
  #isWarm = false
  #isClosed = false

  constructor(options: ProcessSandboxOptions = {}) {
    this.#size = options.size ?? DEFAULT_SIZE
    this.#queue = new FairQueue({ slots: this.#size, maxWaiting: options.maxWaiting ?? MAX_WAITING })
    this.#idleMs = options.idleMs ?? 60_000
    this.#maxRuns = options.maxRuns ?? MAX_RUNS
    this.#maxRestingBytes = options.maxRestingBytes ?? 192 * 1024 * 1024
    this.#entry = options.entry ?? CHILD_ENTRY
  }

  /** The process ids of the running children. */
  get pids(): number[] {
    return [...this.#slots].map((slot) => slot.process.pid).filter((pid) => pid !== undefined)
  }

  async run(request: SandboxRequest): Promise<SandboxResult> {
    const names = Object.keys(request.globals)
    const invalid = names.find((name) => !IDENTIFIER.test(name))
    if (invalid !== undefined) throw new TypeError(`"${invalid}" is not a valid name for a global`)
    if (!(request.deadlineMs > 0)) throw new RangeError('deadlineMs must be positive')
    const turn = await this.#queue.acquire(request.account, request.signal)
    if (!turn.ok) return REFUSALS[turn.reason]
    try {
      return await this.#runInTurn(request)
    } finally {
      turn.release()
    }
  }

  /** The input is written only now: what waits takes no memory beyond the data that the caller has anyway. */
  #runInTurn(request: SandboxRequest): SandboxResult | Promise<SandboxResult> {
    // Either can have happened since the turn was granted.
    if (this.#isClosed || request.signal?.aborted === true) return CANCELLED
    const globalsText = writeInput(request)
    if (globalsText === undefined) return refuse('input', TOO_LARGE)

    const run = new SandboxRun(request, globalsText)
    this.#admitted.add(run)
    run.watch({
      onDequeue: () => this.#admitted.delete(run),
      onKill: () => this.#terminateRun(run),
    })
    this.#keepWarm()
    this.#assign()
    return run.result
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#isWarm = false
    clearTimeout(this.#idleTimer)
    this.#queue.close()
    const runs = [...this.#admitted, ...[...this.#slots].map((slot) => slot.run)]
    this.#admitted.clear()
    for (const slot of this.#slots) this.#terminate(slot)
    for (const run of runs) run?.fail({ reason: 'aborted', message: 'The service is stopping.' })
    await Promise.all([...this.#slots].map((slot) => slot.process.ended))
  }

  #assign(): void {
    for (const run of this.#admitted) {
      const slot = this.#findIdle() ?? this.#start()
      if (slot === undefined) break
      this.#admitted.delete(run)
      this.#begin(slot, run)
    }
    if (this.#needsSpare()) this.#start()
  }

  /** Not while another child starts: the two would slow each other down while a run waits for the first. */
  #needsSpare(): boolean {
    return (
      this.#isWarm && this.#findIdle() === undefined && [...this.#slots].every((slot) => slot.hasResponded)
    )
  }

  #begin(slot: PoolSlot, run: SandboxRun): void {
    slot.run = run
    slot.runs += 1
    slot.busySince = performance.now()
    const message = { id: run.id, code: run.code, names: run.names, deadlineMs: run.start() }
    slot.process.send(message, run.globalsText, {
      onMessage: (message) => this.#receive(slot, run, message),
      onExit: (reason) => {
        this.#terminate(slot)
        run.fail({ reason: 'crashed', message: `The sandbox process exited unexpectedly: ${reason}.` })
      },
    })
  }

  #receive(slot: PoolSlot, run: SandboxRun, received: PipeMessage): void {
    slot.hasResponded = true
    const message = readChildMessage(received.header, run.id)
    if (message?.kind === 'log') return run.log(message)
    const isBroken = message === undefined || (message.kind === 'failure' && message.reason === 'crashed')
    if (isBroken) this.#terminate(slot)
    else this.#release(slot, message.restingBytes)

    if (message === undefined) {
      run.fail({ reason: 'crashed', message: 'The sandbox process sent an invalid response.' })
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

  #release(slot: PoolSlot, restingBytes: number): void {
    slot.process.release()
    slot.run = undefined
    slot.busyMs += performance.now() - slot.busySince
    const isExhausted =
      slot.runs >= this.#maxRuns || slot.busyMs >= MAX_BUSY_MS || restingBytes >= this.#maxRestingBytes
    if (isExhausted) this.#terminate(slot)
  }

  #terminateRun(run: SandboxRun): void {
    for (const slot of this.#slots) if (slot.run === run) this.#terminate(slot)
  }

  #terminate(slot: PoolSlot): void {
    slot.isTerminating = true
    slot.run = undefined
    slot.process.release()
    slot.process.kill()
  }

  #findIdle(): PoolSlot | undefined {
    for (const slot of this.#slots) if (slot.run === undefined && !slot.isTerminating) return slot
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
      hasResponded: false,
      isTerminating: false,
    }
    this.#slots.add(slot)
    void process.ended.then(() => this.#remove(slot))
    return slot
  }

  #remove(slot: PoolSlot): void {
    this.#slots.delete(slot)
    // A child that exits before its first response would do so again after every restart.
    if (!slot.isTerminating && !slot.hasResponded) this.#isWarm = false
    this.#assign()
  }

  #keepWarm(): void {
    this.#isWarm = true
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => this.#shutDownIdle(), this.#idleMs).unref()
  }

  /** Runs can outlast the idle time. In that case the timer starts again. */
  #shutDownIdle(): void {
    if ([...this.#slots].some((slot) => slot.run !== undefined)) return this.#keepWarm()
    this.#isWarm = false
    for (const slot of this.#slots) this.#terminate(slot)
  }
}

const TOO_LARGE = 'The code and its data are larger than 10 MiB. Reference less data in the code.'

/** The JSON text of the globals; undefined if it is too large together with the code. */
function writeInput({ code, globals }: SandboxRequest): string | undefined {
  // An estimate, up to five times too high for small numbers. It avoids serializing data that is far too large.
  if (measureJson(globals, 5 * MAX_INPUT_BYTES) > 5 * MAX_INPUT_BYTES) return undefined
  const text = JSON.stringify(globals)
  return Buffer.byteLength(text) + Buffer.byteLength(code) > MAX_INPUT_BYTES ? undefined : text
}

const CANCELLED = refuse('aborted', 'The run was cancelled.')

const REFUSALS: Readonly<Record<SlotRefusal, SandboxResult>> = {
  aborted: CANCELLED,
  closed: CANCELLED,
  full: refuse(
    'busy',
    'The code did not start, because too much other code waits for the sandbox. Try again later, or set `retry` on the node.',
  ),
}

function refuse(reason: SandboxFailure['reason'], message: string): SandboxResult {
  return { ok: false, reason, message, logs: [] }
}
