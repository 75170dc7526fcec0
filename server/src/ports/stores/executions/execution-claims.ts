import type { AccountId } from '#domain/index.ts'

/** An execution that was taken over from a process that is gone. */
export interface TakenOver {
  readonly id: string
  readonly accountId: AccountId
  /**
   * Takeovers since its last checkpoint: the first two, and from then on those from a process that was computing it. Whether
   * a process was is only known of executions that were taken over twice.
   */
  readonly takeovers: number
}

/** Assigns owners to open executions. However many processes ask concurrently, each execution gets one owner. */
export interface ExecutionClaims {
  /**
   * Calls `onUnowned` after each commit of this process that made unowned executions due. Only a hint: polling finds what
   * other processes commit. The returned function ends the subscription.
   */
  subscribe(onUnowned: () => void): () => void
  /** Makes `owner` the owner of up to `limit` unowned executions that are due, oldest first. Returns their ids. */
  claim(owner: string, limit: number): Promise<readonly string[]>
  /** Wakes up to `limit` parked executions whose timer has expired and makes `owner` their owner. Returns their ids. */
  wakeDue(owner: string, now: number, limit: number): Promise<readonly string[]>
  /**
   * Wakes up to `limit` parked executions with a wait that began after `after` and not later than `until`, and makes `owner`
   * their owner. Returns their ids.
   */
  wakeBegun(
    owner: string,
    range: { readonly after: number; readonly until: number },
    limit: number,
  ): Promise<readonly string[]>
  /** Returns when the latest wait began; undefined when there is none. */
  latestBegun(): Promise<number | undefined>
  /** Returns when the next timer of a parked execution expires; undefined when there is none. */
  nextDue(): Promise<number | undefined>
  /**
   * Makes `owner` the owner of up to `limit` running executions whose current owner has sent no heartbeat since
   * `expiredBefore`, or has none at all. Parked and unowned executions are not taken over. Counts the takeovers
   * of each since its last checkpoint.
   */
  takeOver(owner: string, expiredBefore: number, limit: number): Promise<readonly TakenOver[]>
  /** Records whether `owner` is computing this execution, for the next takeover. Without effect if it has another owner. */
  setComputing(owner: string, id: string, isComputing: boolean): Promise<void>
  /** Returns up to `limit` ids of running executions of `owner` that were accepted before `before`, oldest first. */
  openOf(owner: string, before: number, limit: number): Promise<readonly string[]>
  /** Returns those of the given executions that `owner` still owns and that run, each with its signal sequence. */
  findOwned(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>>
}
