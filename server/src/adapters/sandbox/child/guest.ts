import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import type { SandboxLog } from '#ports/index.ts'
import { GUEST_MEMORY_BYTES, GUEST_STACK_BYTES } from '../protocol/sandbox-limits.ts'
import { PRELUDE } from './prelude.ts'

/** Freed before an error is described, which needs some memory even if the code has used up all of it. */
const RESERVE_BYTES = 1024 * 1024
/** The time to describe an error after the code has used up its deadline. */
const EPILOGUE_MS = 50
const JOBS_PER_DEADLINE_CHECK = 1000

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
 * A QuickJS runtime and context with the prelude loaded. Handles are not freed one by one: the whole instance is dropped
 * after the run, and no finalizer of the guest can delay that.
 */
export class Guest {
  readonly context: QuickJSContext
  readonly #quickjs: QuickJSWASMModule
  readonly #runtime: QuickJSRuntime
  readonly #prelude: QuickJSHandle
  readonly #reserve: QuickJSHandle
  #deadline: number
  #interrupted = false

  constructor(quickjs: QuickJSWASMModule, deadlineMs: number, log: (entry: SandboxLog) => boolean) {
    this.#deadline = performance.now() + deadlineMs
    this.#quickjs = quickjs
    this.#runtime = quickjs.newRuntime()
    this.#runtime.setMemoryLimit(GUEST_MEMORY_BYTES)
    this.#runtime.setMaxStackSize(GUEST_STACK_BYTES)
    this.#runtime.setInterruptHandler(() => {
      if (!this.#isLate()) return false
      this.#interrupted = true
      return true
    })
    this.context = this.#runtime.newContext()
    this.#reserve = this.context.newArrayBuffer(new ArrayBuffer(RESERVE_BYTES))
    const emit = this.context.newFunction('emit', (text) => {
      const [level, message] = JSON.parse(this.context.getString(text)) as [SandboxLog['level'], string]
      return log({ level, message }) ? this.context.true : this.context.false
    })
    const createPrelude = this.compile(PRELUDE, 'prelude.js')
    this.#prelude = this.call(createPrelude, emit)
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
    const memory = this.#quickjs.getWasmMemory() as { buffer: ArrayBuffer }
    return memory.buffer.byteLength >= GUEST_MEMORY_BYTES && this.context.sameValue(thrown, this.context.null)
  }

  /** Grants the guest the time and memory to report its result or error. */
  grantEpilogue(): void {
    this.#deadline = performance.now() + EPILOGUE_MS
    this.#interrupted = false
    this.#reserve.dispose()
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
