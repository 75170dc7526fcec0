import type { AccountId } from '#domain/index.ts'
import type { ExecutionQueries, Scheduler } from '#ports/index.ts'
import type { EndedExecution } from '../run/endings.ts'
import { ProgressWatch } from './progress-watch.ts'

export interface ExecutionWatchDeps {
  readonly executions: Pick<ExecutionQueries, 'find'>
  readonly scheduler: Scheduler
  /** True when every execution of the store runs in this process: then nothing has to be polled. */
  readonly alone: boolean
  /** The longest pause between two polls for the end of an execution that another process runs. */
  readonly endPollMs: number
}

/** Most runs are short: the first polls for an end come soon, and then less and less often. */
const FIRST_END_POLL_MS = 20

/** Lets callers wait until an execution advances or ends, in whichever process. The store has the truth; this is a hint. */
export class ExecutionWatch {
  readonly #deps: ExecutionWatchDeps
  readonly #ends: ProgressWatch<EndedExecution>
  readonly #progress: ProgressWatch

  constructor(deps: ExecutionWatchDeps) {
    this.#deps = deps
    this.#ends = new ProgressWatch(deps.scheduler)
    this.#progress = new ProgressWatch(deps.scheduler)
  }

  /**
   * Resolves when the execution ended, the time is up, or the signal aborts. With the execution if it ended in this process;
   * otherwise the caller reads the outcome.
   */
  async untilEnd(
    account: AccountId,
    id: string,
    ms: number,
    signal: AbortSignal,
  ): Promise<EndedExecution | undefined> {
    const { alone, endPollMs, executions } = this.#deps
    if (alone) return await this.#ends.wait(id, ms, signal)
    let pause = Math.min(FIRST_END_POLL_MS, endPollMs)
    for (let left = ms; left > 0 && !signal.aborted && !this.#ends.isReleased; left -= pause) {
      if (left < ms) pause = Math.min(pause * 2, endPollMs)
      const ended = await this.#ends.wait(id, Math.min(left, pause), signal)
      if (ended !== undefined) return ended
      const execution = await executions.find(account, id)
      if (execution?.completedAt !== null) return undefined
    }
    return undefined
  }

  /** Resolves when something may have been written about the execution, the time is up, or the signal aborts. */
  untilProgress(id: string, ms: number, signal: AbortSignal): Promise<void> {
    const { alone, endPollMs } = this.#deps
    return this.#progress.wait(id, alone ? ms : Math.min(ms, endPollMs), signal)
  }

  /** True once the process is stopping: callers must not wait any more. */
  get isReleased(): boolean {
    return this.#progress.isReleased
  }

  /** Ends all waiting, now and from now on: the process is stopping. */
  release(): void {
    this.#ends.releaseAll()
    this.#progress.releaseAll()
  }

  advanced(id: string): void {
    this.#progress.notify(id)
  }

  ended(id: string, execution?: EndedExecution): void {
    this.#ends.notify(id, execution)
    this.#progress.notify(id)
  }
}
