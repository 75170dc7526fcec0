import type { MessagePort } from 'node:worker_threads'

/**
 * Work for a thread of its own: a module whose default export is a function of one argument. Argument and result are copied
 * between the threads; what the caller lists as moved is moved instead.
 */
export interface WorkerJob<Input, Output> {
  /** What the job does, for people: "reading the document". */
  readonly name: string
  /** The module, by `import.meta.url` of the module that defines the job. */
  readonly file: URL
  /** How long the work may take. Waiting for a thread does not count. */
  readonly deadlineMs: number
  /** Never set: they connect a job with the types of its module. */
  readonly input?: Input
  readonly output?: Output
}

export interface WorkerRequest<Input> {
  /** The account that the work is done for. Threads are shared fairly between accounts. */
  readonly owner: string
  readonly input: Input
  /** Parts of the input that are moved to the thread: memory, or one end of a channel. The caller can no longer use them. */
  readonly moved?: readonly (ArrayBuffer | MessagePort)[]
  /** Called when the job has a thread. */
  readonly onStart?: () => void
  /** Nobody waits for the result any more: a waiting job is dropped, a running one is stopped. */
  readonly signal?: AbortSignal
}

export type WorkerFailureReason =
  /** Too many jobs wait already. */
  | 'full'
  | 'timeout'
  | 'memory'
  /** The signal was aborted, or the pool is closed. */
  | 'aborted'

export interface WorkerFailure {
  readonly ok: false
  readonly reason: WorkerFailureReason
  /** A sentence for people. */
  readonly message: string
}

export type WorkerResult<Output> = { readonly ok: true; readonly value: Output } | WorkerFailure

/**
 * Runs work that would otherwise keep the main thread busy: parsing and transforming long texts of others. Each job has a
 * deadline and a memory limit; a job beyond them is stopped, and others are not affected. An account uses at most all
 * threads but one.
 */
export interface WorkerPool {
  /** Limits are results. An error that the job throws rejects: it is a bug of the job. */
  run<Input, Output>(
    job: WorkerJob<Input, Output>,
    request: WorkerRequest<Input>,
  ): Promise<WorkerResult<Output>>
  /** Stops all jobs with `aborted`, and ends the threads. */
  close(): Promise<void>
}
