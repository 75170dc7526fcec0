import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { FairQueue, type SlotRefusal } from '#domain/index.ts'
import type {
  WorkerFailure,
  WorkerFailureReason,
  WorkerJob,
  WorkerPool,
  WorkerRequest,
  WorkerResult,
} from '#ports/index.ts'

export interface PiscinaWorkerPoolOptions {
  /** The maximum number of threads. */
  readonly threads?: number
  /** How many jobs may wait for a thread. */
  readonly maxWaiting?: number
  /** The memory of one thread. Nothing in it can use more. */
  readonly memoryMiB?: number
  /** Threads end after this long without a job. */
  readonly idleMs?: number
}

const REASONS: Readonly<Record<SlotRefusal, WorkerFailureReason>> = {
  full: 'full',
  aborted: 'aborted',
  closed: 'aborted',
}

/** An import of 32 MiB of YAML needs about 600 MiB. */
const MEMORY_MIB = 768
const STACK_MIB = 4
const MIB = 1024 * 1024
/** Between two looks at the buffers of the threads: a parser fills less than a gigabyte meanwhile. */
const WATCH_INTERVAL_MS = 250
/** As much as the sandbox lets wait: a loop over many items asks for a thread for each of them. */
const MAX_WAITING = 1_000

/**
 * Runs jobs in worker threads. No thread starts before the first job, and piscina itself is loaded with it. The queue in
 * front of piscina hands out as many slots as there are threads, so that piscina never queues.
 */
export class PiscinaWorkerPool implements WorkerPool {
  readonly #queue: FairQueue
  readonly #threads: number
  readonly #memoryMiB: number
  readonly #idleMs: number
  readonly #closing = new AbortController()
  #piscina: Promise<Piscina> | undefined
  #finished = 0
  #running = 0
  #watch: NodeJS.Timeout | undefined
  /** Threads that have not answered yet. One that is in native code may take long to answer. */
  readonly #asked = new WeakSet<Worker>()
  /** Threads that were ended because of their buffers, and whose jobs do not know it yet. */
  #endedThreads = 0

  constructor(options: PiscinaWorkerPoolOptions = {}) {
    this.#threads = options.threads ?? 2
    this.#memoryMiB = options.memoryMiB ?? MEMORY_MIB
    this.#idleMs = options.idleMs ?? 30_000
    this.#queue = new FairQueue({ slots: this.#threads, maxWaiting: options.maxWaiting ?? MAX_WAITING })
  }

  /** How many jobs returned a result so far. */
  get finished(): number {
    return this.#finished
  }

  /** How many threads there are, idle ones included. */
  async countThreads(): Promise<number> {
    return (await this.#piscina)?.threads.length ?? 0
  }

  get waiting(): number {
    return this.#queue.waiting
  }

  async run<Input, Output>(
    job: WorkerJob<Input, Output>,
    request: WorkerRequest<Input>,
  ): Promise<WorkerResult<Output>> {
    const slot = await this.#queue.acquire(request.owner, request.signal)
    if (!slot.ok) return fail(REASONS[slot.reason], job)
    request.onStart?.()
    try {
      return await this.#runNow(job, request)
    } finally {
      slot.release()
    }
  }

  async close(): Promise<void> {
    this.#queue.close()
    this.#closing.abort()
    const piscina = await this.#piscina
    await piscina?.destroy()
  }

  async #runNow<Input, Output>(
    job: WorkerJob<Input, Output>,
    { input, moved = [], signal }: WorkerRequest<Input>,
  ): Promise<WorkerResult<Output>> {
    this.#piscina ??= this.#start()
    const piscina = await this.#piscina
    const deadline = AbortSignal.timeout(job.deadlineMs)
    // Piscina ends the thread of a running job whose signal is aborted: nothing else stops a loop.
    const stop = AbortSignal.any([deadline, this.#closing.signal, ...(signal === undefined ? [] : [signal])])
    if (stop.aborted) return fail('aborted', job)
    this.#running += 1
    this.#watch ??= setInterval(() => this.#endLargeThreads(piscina), WATCH_INTERVAL_MS).unref()
    try {
      const value = (await piscina.run(input, {
        filename: fileURLToPath(job.file),
        transferList: toTransferList(moved),
        signal: stop,
      })) as Output
      this.#finished += 1
      return { ok: true, value }
    } catch (error) {
      if (deadline.aborted && stop.reason === deadline.reason) return fail('timeout', job)
      if (stop.aborted) return fail('aborted', job)
      if (isOutOfMemory(error) || this.#isEndedThread(error)) return fail('memory', job, this.#memoryMiB)
      throw error
    } finally {
      this.#running -= 1
      if (this.#running === 0) {
        clearInterval(this.#watch)
        this.#watch = undefined
      }
    }
  }

  /** `resourceLimits` bound the heap of a thread, but not its buffers: a small PDF can stand for gigabytes of them. */
  #endLargeThreads({ threads }: Piscina): void {
    for (const thread of threads) if (!this.#asked.has(thread)) void this.#endIfLarge(thread)
  }

  async #endIfLarge(thread: Worker): Promise<void> {
    this.#asked.add(thread)
    // A thread that has just ended has none.
    const statistics = await thread.getHeapStatistics().catch(() => undefined)
    if (statistics === undefined || statistics.external_memory <= this.#memoryMiB * MIB) {
      this.#asked.delete(thread)
      return
    }
    // It stays among those that were asked: it is ended once.
    this.#endedThreads += 1
    await thread.terminate()
  }

  #isEndedThread(error: unknown): boolean {
    if (this.#endedThreads === 0 || !(error instanceof Error) || !error.message.startsWith('worker exited'))
      return false
    this.#endedThreads -= 1
    return true
  }

  async #start(): Promise<Piscina> {
    const { Piscina: Pool } = await import('piscina')
    const pool = new Pool({
      minThreads: 0,
      maxThreads: this.#threads,
      idleTimeout: this.#idleMs,
      concurrentTasksPerWorker: 1,
      // A thread that parses text needs nothing of the environment, which holds secrets.
      env: {},
      argv: [],
      // Piscina loads a job with `require`, and with `import` if that fails. Node 26 ends the whole process if a thread is ended while
      // it requires an ES module.
      execArgv: ['--no-require-module'],
      trackUnmanagedFds: false,
      recordTiming: false,
      resourceLimits: {
        maxOldGenerationSizeMb: this.#memoryMiB,
        maxYoungGenerationSizeMb: 32,
        stackSizeMb: STACK_MIB,
      },
    })
    // A thread that fails when its job is over or was given up, such as one that runs out of memory while it is being ended, has
    // nobody to tell. Piscina has replaced it; without a listener, the whole service would end.
    pool.on('error', () => undefined)
    return pool
  }
}

/** Piscina derives the type from an overload of `postMessage` that takes options. It passes the list on as it is. */
function toTransferList(moved: NonNullable<WorkerRequest<unknown>['moved']>) {
  return [...moved] as unknown as NonNullable<Parameters<Piscina['run']>[1]>['transferList'] & object
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function fail(
  reason: WorkerFailureReason,
  { name, deadlineMs }: Pick<WorkerJob<never, never>, 'name' | 'deadlineMs'>,
  memoryMiB = 0,
): WorkerFailure {
  const messages = {
    full: `The service is busy: too many requests wait for ${name}. Try again in a moment.`,
    timeout: `It was stopped: ${name} took longer than ${deadlineMs / 1000} s.`,
    memory: `It was stopped: ${name} took more than ${memoryMiB} MiB of memory.`,
    aborted: `It was stopped: ${name} was cancelled.`,
  }
  return { ok: false, reason, message: messages[reason] }
}
