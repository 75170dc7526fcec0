import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import type { SandboxLog } from '#ports/index.ts'
import { GUEST_MEMORY_BYTES, GUEST_STACK_BYTES } from '../protocol/sandbox-limits.ts'
import { PRELUDE } from './prelude.ts'

/** Freed before an error is described, which needs a little memory when the code has used up all of it. */
const RESERVE_BYTES = 1024 * 1024
/** Time to describe an error of code that has used up all its time. */
const EPILOGUE_MS = 50
const JOBS_BETWEEN_LOOKS = 1000

/** Thrown inside the host when the deadline passed; the guest's own exception can be caught by its promises. */
export class OutOfTime extends Error {}

/** What the guest threw, not yet looked at. */
export class GuestThrew extends Error {
  readonly thrown: QuickJSHandle

  constructor(thrown: QuickJSHandle) {
    super()
    this.thrown = thrown
  }
}

/**
 * A runtime and a context of QuickJS with the prelude in it. Handles are not freed one by one: the whole instance is
 * dropped after the run, which no finalizer of the guest can delay.
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
    const makePrelude = this.compile(PRELUDE, 'prelude.js')
    this.#prelude = this.call(makePrelude, emit)
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

  /** Runs what awaits inside the guest until nothing is left to do. */
  runJobs(): void {
    for (;;) {
      const done = this.#unwrap(this.#runtime.executePendingJobs(JOBS_BETWEEN_LOOKS))
      if (done === 0) return
      if (this.#isLate()) throw new OutOfTime()
    }
  }

  /** When there is no memory left even for an error object, QuickJS throws null instead. */
  isOutOfMemory(thrown: QuickJSHandle): boolean {
    const memory = this.#quickjs.getWasmMemory() as { buffer: ArrayBuffer }
    return memory.buffer.byteLength >= GUEST_MEMORY_BYTES && this.context.sameValue(thrown, this.context.null)
  }

  /** Gives the guest what it needs for a last word. */
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
