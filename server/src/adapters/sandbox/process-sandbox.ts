import { FairQueue, measureJson, type SlotRefusal } from '#domain/index.ts'
import type { Sandbox, SandboxFailure, SandboxRequest, SandboxResult } from '#ports/index.ts'
import { MAX_BUSY_MS, MAX_INPUT_BYTES, MAX_OUTPUT_BYTES } from './protocol/sandbox-limits.ts'
import type { ChildMessage, FileMessage } from './protocol/messages.ts'
import { readChildMessage } from './protocol/read-child-message.ts'
import { readOutput } from './child/read-guest-output.ts'
import type { PipeMessage } from './protocol/encode-message.ts'
import { type ChildEvents, PoolChild } from './pool-child.ts'
import { CHILD_ENTRY } from './sandbox-process.ts'
import { GRACE_MS, SandboxRun } from './sandbox-run.ts'

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
  /** How long after its deadline a run can still report it before its child is killed. */
  readonly graceMs?: number
  /** The script a child runs. */
  readonly entry?: URL
}

type EndMessage = Extract<ChildMessage, { kind: 'value' | 'failure' }>

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
 * 5. Code starts only in a child that is ready, and its time begins then. An account that has code running leaves the last
 *    ready child to others, and a run that spends its child keeps its turn until there is another one: nobody waits for
 *    the start of a process because of somebody else's code.
 */
export class ProcessSandbox implements Sandbox {
  readonly #size: number
  readonly #idleMs: number
  readonly #maxRuns: number
  readonly #maxRestingBytes: number
  readonly #graceMs: number
  readonly #entry: URL
  readonly #queue: FairQueue
  readonly #children = new Set<PoolChild>()
  /** Runs whose turn it is, until a child is ready: never more than `size`. */
  readonly #admitted = new Set<SandboxRun>()
  /** Ends the turns of runs that have spent their child, in order. One ends whenever a child becomes ready. */
  readonly #turnsToEnd: (() => void)[] = []
  #idleTimer: NodeJS.Timeout | undefined
  #isWarm = false
  #isClosed = false

  constructor(options: ProcessSandboxOptions = {}) {
    this.#size = options.size ?? DEFAULT_SIZE
    this.#queue = new FairQueue({ slots: this.#size, maxWaiting: options.maxWaiting ?? MAX_WAITING })
    this.#idleMs = options.idleMs ?? 60_000
    this.#maxRuns = options.maxRuns ?? MAX_RUNS
    this.#maxRestingBytes = options.maxRestingBytes ?? 192 * 1024 * 1024
    this.#graceMs = options.graceMs ?? GRACE_MS
    this.#entry = options.entry ?? CHILD_ENTRY
  }

  /** The process ids of the running children. */
  get pids(): number[] {
    return [...this.#children].map(({ pid }) => pid).filter((pid) => pid !== undefined)
  }

  async run(request: SandboxRequest): Promise<SandboxResult> {
    const names = Object.keys(request.globals)
    const invalid = names.find((name) => !IDENTIFIER.test(name))
    if (invalid !== undefined) throw new TypeError(`"${invalid}" is not a valid name for a global`)
    if (!(request.deadlineMs > 0)) throw new RangeError('deadlineMs must be positive')
    const turn = await this.#queue.acquire(request.account, request.signal)
    if (!turn.ok) return REFUSALS[turn.reason]
    const run = this.#admit(request)
    if (!(run instanceof SandboxRun)) {
      turn.release()
      return run
    }
    try {
      return await run.result
    } finally {
      if (run.hasSpentChild && !this.#isClosed) this.#turnsToEnd.push(turn.release)
      else turn.release()
    }
  }

  /** The input is written only now: what waits takes no memory beyond the data that the caller has anyway. */
  #admit(request: SandboxRequest): SandboxRun | SandboxResult {
    // Either can have happened since the turn was granted.
    if (this.#isClosed || request.signal?.aborted === true) return CANCELLED
    const globalsText = writeInput(request)
    if (globalsText === undefined) return refuse('input', TOO_LARGE)

    const run = new SandboxRun(request, globalsText, this.#graceMs)
    this.#admitted.add(run)
    run.watch({
      onDequeue: () => this.#admitted.delete(run),
      onKill: () => this.#terminateRun(run),
    })
    this.#keepWarm()
    this.#assign()
    return run
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#isWarm = false
    clearTimeout(this.#idleTimer)
    this.#queue.close()
    const runs = [...this.#admitted, ...[...this.#children].map((child) => child.run)]
    this.#admitted.clear()
    for (const child of this.#children) child.terminate()
    for (const run of runs) run?.fail({ reason: 'aborted', message: 'The service is stopping.' })
    await Promise.all([...this.#children].map((child) => child.ended))
  }

  #assign(): void {
    for (const run of this.#inOrder()) {
      const child = this.#findChild(run)
      if (child === undefined) continue
      this.#admitted.delete(run)
      child.begin(run)
    }
    if (this.#needsChild()) this.#start()
  }

  /** Those of accounts with fewer turns come first. */
  #inOrder(): Iterable<SandboxRun> {
    if (this.#admitted.size < 2) return this.#admitted
    const turns = (run: SandboxRun) => this.#queue.heldBy(run.account)
    return [...this.#admitted].sort((a, b) => turns(a) - turns(b))
  }

  /** An account with another turn leaves the last ready child to somebody who can still get a turn. */
  #findChild(run: SandboxRun): PoolChild | undefined {
    const ready = [...this.#children].filter((child) => child.isReady)
    const leavesOne = this.#queue.heldBy(run.account) > 1 && this.#countTurns() < this.#size
    return ready.length > (leavesOne ? 1 : 0) ? ready[0] : undefined
  }

  /** The queue still counts the turn of a run that has ended just now. */
  #countTurns(): number {
    const running = [...this.#children].filter((child) => child.run !== undefined).length
    return running + this.#admitted.size + this.#turnsToEnd.length
  }

  /** Not while another child starts: the two would slow each other down while a run waits for the first. */
  #needsChild(): boolean {
    if (this.#isClosed || this.#children.size >= this.#size) return false
    const children = [...this.#children]
    if (children.some((child) => !child.hasStarted)) return false
    const ready = children.filter((child) => child.isReady).length
    const prepared = children.filter((child) => child.isPreparing).length
    const wanted = this.#admitted.size > 0 ? 2 : this.#isWarm ? 1 : 0
    return ready + prepared < wanted || prepared < this.#turnsToEnd.length
  }

  readonly #events: ChildEvents = {
    onReady: (child, restingBytes) => {
      // What the last run left must not delay or end the next one, which may be somebody else's.
      if (child.runs > 0 && restingBytes >= this.#maxRestingBytes) return child.terminate()
      this.#turnsToEnd.shift()?.()
      this.#assign()
    },
    onMessage: (child, run, message) => this.#receive(child, run, message),
    onCrash: (child, run, reason) => {
      this.#spend(child, run)
      run.fail({ reason: 'crashed', message: `The sandbox process exited unexpectedly: ${reason}.` })
    },
  }

  #receive(child: PoolChild, run: SandboxRun, received: PipeMessage): void {
    const message = readChildMessage(received.header, run.id)
    if (message?.kind === 'log') return run.log(message)
    if (message?.kind === 'file' && run.takeFileTurn()) {
      return void this.#answerFile(child, run, { message, content: received.body })
    }
    const isEnd = message?.kind === 'value' || message?.kind === 'failure'
    if (isEnd && received.body.length <= MAX_OUTPUT_BYTES)
      return this.#finish(child, run, message, received.body)
    this.#spend(child, run)
    run.fail({ reason: 'crashed', message: 'The sandbox process sent an invalid response.' })
  }

  /** The child waits meanwhile. A run that ended needs no answer: its child is gone. */
  async #answerFile(
    child: PoolChild,
    run: SandboxRun,
    { message, content }: { readonly message: FileMessage; readonly content: Uint8Array },
  ): Promise<void> {
    try {
      const { body, ...answer } = await run.answerFile(message, content)
      if (child.run === run) child.answer(answer, body)
    } catch (error) {
      if (child.run === run) this.#spend(child, run)
      run.reject(error)
    }
  }

  #finish(child: PoolChild, run: SandboxRun, message: EndMessage, body: Uint8Array): void {
    if (message.kind === 'failure' && message.reason === 'crashed') this.#spend(child, run)
    else this.#release(child, run, message)

    if (message.kind === 'failure') {
      const { kind: _kind, restingBytes: _bytes, isSpent: _isSpent, ...failure } = message
      if (failure.reason === 'timeout') run.timeOut()
      else run.fail(failure)
    } else {
      const output = readOutput(body)
      if (output.ok) run.succeed(output.value)
      else run.fail({ reason: 'output', message: output.message })
    }
    this.#assign()
  }

  #release(child: PoolChild, run: SandboxRun, end: { restingBytes: number; isSpent: boolean }): void {
    child.release()
    const isExhausted =
      child.runs >= this.#maxRuns || child.busyMs >= MAX_BUSY_MS || end.restingBytes >= this.#maxRestingBytes
    if (isExhausted) child.terminate()
    else if (end.isSpent) child.prepare()
    run.hasSpentChild = end.isSpent
  }

  #terminateRun(run: SandboxRun): void {
    for (const child of this.#children) if (child.run === run) this.#spend(child, run)
  }

  #spend(child: PoolChild, run: SandboxRun): void {
    run.hasSpentChild = true
    child.terminate()
  }

  #start(): void {
    const child = new PoolChild(this.#entry, this.#events)
    this.#children.add(child)
    void child.ended.then(() => this.#remove(child))
  }

  #remove(child: PoolChild): void {
    this.#children.delete(child)
    if (child.hasFailedToStart) this.#giveUp()
    this.#assign()
  }

  /** A child that exits before it is ready would do so again after every restart: only a run that waits starts another. */
  #giveUp(): void {
    this.#isWarm = false
    this.#endTurns()
    const [run] = this.#admitted
    if (run === undefined) return
    this.#admitted.delete(run)
    run.fail({ reason: 'crashed', message: 'The sandbox process did not start.' })
  }

  #endTurns(): void {
    for (const endTurn of this.#turnsToEnd.splice(0)) endTurn()
  }

  #keepWarm(): void {
    this.#isWarm = true
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => this.#shutDownIdle(), this.#idleMs).unref()
  }

  /** Runs, and starts of processes, can outlast the idle time. In that case the timer starts again. */
  #shutDownIdle(): void {
    const isBusy = this.#admitted.size > 0 || [...this.#children].some((child) => child.run !== undefined)
    if (isBusy) return this.#keepWarm()
    this.#isWarm = false
    for (const child of this.#children) child.terminate()
    this.#endTurns()
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
