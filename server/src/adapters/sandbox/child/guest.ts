import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import type { SandboxLog } from '#ports/index.ts'
import { GUEST_MEMORY_BYTES, GUEST_STACK_BYTES } from '../protocol/sandbox-limits.ts'
import { askForFile, type FileExchange } from './ask-for-file.ts'
import { answerGuest } from './answer-guest.ts'
import { MemoryImage } from './memory-image.ts'
import { PRELUDE } from './prelude.ts'
import type { QuickJsInstance } from './quickjs-instance.ts'
import { RandomState } from './random-state.ts'

/** Granted to describe an error, which needs some memory even if the code has used up all of it. */
const EPILOGUE_BYTES = 1024 * 1024
/** The time to describe an error after the code has used up its deadline. */
const EPILOGUE_MS = 50
const JOBS_PER_DEADLINE_CHECK = 1000

/** What a run may use of the process around it. */
export interface GuestHost {
  /** False when no further line is written. */
  log(entry: SandboxLog): boolean
  readonly exchange: FileExchange
}

const NO_HOST: GuestHost = { log: () => false, exchange: () => ({ answer: {}, body: new Uint8Array() }) }

/** Thrown in the host when the deadline has passed. The guest's promises could catch an exception of the guest itself. */
export class OutOfTime extends Error {}

/** Wraps a value thrown by the guest that has not been inspected yet. */
export class GuestThrew extends Error {
  readonly thrown: QuickJSHandle

  constructor(thrown: QuickJSHandle) {
    super()
    this.thrown = thrown
  }
}

/**
 * A QuickJS runtime and context with the prelude loaded. It is used for one run after the other, and restored in between.
 * Handles are not freed one by one: their memory is restored too, and no finalizer of the guest can delay that. The handles
 * that the guest itself keeps are from before the image, so they stay valid.
 */
export class Guest {
  readonly context: QuickJSContext
  readonly #instance: QuickJsInstance
  readonly #runtime: QuickJSRuntime
  readonly #prelude: QuickJSHandle
  readonly #randomState: RandomState
  readonly #image: MemoryImage
  #deadline = Infinity
  #interrupted = false
  #host: GuestHost = NO_HOST

  constructor(instance: QuickJsInstance) {
    this.#instance = instance
    this.#runtime = instance.quickjs.newRuntime()
    this.#runtime.setMemoryLimit(GUEST_MEMORY_BYTES)
    this.#runtime.setMaxStackSize(GUEST_STACK_BYTES)
    this.#runtime.setInterruptHandler(() => {
      if (!this.#isLate()) return false
      this.#interrupted = true
      return true
    })
    const before = Date.now()
    this.context = this.#runtime.newContext()
    const created = [before, Date.now()] as const
    this.#randomState = new RandomState(instance.memory, created, () => this.compile('Math.random()', ''))
    const emit = this.context.newFunction('emit', (text) => {
      const [level, message] = JSON.parse(this.context.getString(text)) as [SandboxLog['level'], string]
      return this.#host.log({ level, message }) ? this.context.true : this.context.false
    })
    const host = this.context.newFunction('host', (text) =>
      this.context.newString(answerGuest(this.context.getString(text))),
    )
    const files = this.context.newFunction('files', (text, content) => this.#askForFile(text, content))
    this.#prelude = this.call(this.compile(PRELUDE, 'prelude.js'), emit, host, files)
    this.#image = new MemoryImage(instance)
    this.#randomState.seed()
  }

  /** Starts the time of a run. */
  begin(deadlineMs: number, host: GuestHost): void {
    this.#deadline = performance.now() + deadlineMs
    this.#interrupted = false
    this.#host = host
  }

  get canRestore(): boolean {
    return this.#image.canRestore
  }

  /**
   * Makes the guest as if nothing had run in it. False if it cannot be, and must be dropped: its memory has grown. The same
   * holds for a guest that did not return from a call, because the host then does not know what it holds of it.
   */
  restore(): boolean {
    this.#host = NO_HOST
    if (!this.#image.restore()) return false
    this.#randomState.seed()
    return true
  }

  compile(source: string, file: string): QuickJSHandle {
    return this.#unwrap(this.context.evalCode(source, file))
  }

  call(fn: QuickJSHandle, ...values: QuickJSHandle[]): QuickJSHandle {
    return this.#unwrap(this.context.callFunction(fn, this.context.undefined, ...values))
  }

  callPrelude(name: 'bind' | 'serialize' | 'describe', ...values: QuickJSHandle[]): QuickJSHandle {
    return this.call(this.context.getProp(this.#prelude, name), ...values)
  }

  /** Runs the pending jobs of the guest until none is left. */
  runJobs(): void {
    for (;;) {
      const done = this.#unwrap(this.#runtime.executePendingJobs(JOBS_PER_DEADLINE_CHECK))
      if (done === 0) return
      if (this.#isLate()) throw new OutOfTime()
    }
  }

  /** QuickJS throws null if there is not even enough memory for an error object. */
  isOutOfMemory(thrown: QuickJSHandle): boolean {
    return this.isFull && this.context.sameValue(thrown, this.context.null)
  }

  /** Whether the guest has as much memory as it may use. */
  get isFull(): boolean {
    return this.#instance.memory.buffer.byteLength >= GUEST_MEMORY_BYTES
  }

  /** Grants the guest the time and memory to report its result or error. */
  grantEpilogue(): void {
    this.#deadline = performance.now() + EPILOGUE_MS
    this.#interrupted = false
    this.#runtime.setMemoryLimit(GUEST_MEMORY_BYTES + EPILOGUE_BYTES)
  }

  #askForFile(text: QuickJSHandle, content: QuickJSHandle | undefined): QuickJSHandle {
    const isBytes = content !== undefined && this.context.typeof(content) === 'object'
    // A copy: the memory of the guest may move.
    const bytes = isBytes ? Uint8Array.from(this.context.getArrayBuffer(content).value) : undefined
    const answer = askForFile(this.context.getString(text), bytes, (...request) =>
      this.#host.exchange(...request),
    )
    return typeof answer === 'string'
      ? this.context.newString(answer)
      : this.context.newArrayBuffer(Uint8Array.from(answer).buffer)
  }

  #unwrap<T>(result: { error?: undefined; value: T } | { error: QuickJSHandle; value?: undefined }): T {
    if (this.#interrupted) throw new OutOfTime()
    if (result.error !== undefined) throw new GuestThrew(result.error)
    return result.value
  }

  #isLate(): boolean {
    return performance.now() > this.#deadline
  }
}
