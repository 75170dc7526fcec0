import type { FastifyRequest } from 'fastify'
import { type AccountId, AppError, type Caller } from '#domain/index.ts'
import type { AccountStore, Clock, Log, Scheduler } from '#ports/index.ts'
import { nextTurn } from '../turns/in-turns.ts'

/** How the sender of an admitted request is found again, to see whether it would be admitted now. */
export interface Readmission {
  /** What the request was admitted by: a key or a session. Kept in memory only. */
  proofOf(request: FastifyRequest): string
  /** The sender with what it may do now. Throws if it is refused. Counts nothing. */
  readmit(proof: string): Promise<Caller>
}

/** An answer that takes a while: a stream, a download, a request that waits. */
export interface OpenAnswer {
  /** The sender, as it was admitted. */
  readonly caller: Caller
  /** All answers to the same proof are checked together. */
  readonly proof: string
  readmit(proof: string): Promise<Caller>
  /** Throws if the caller may not have this answer. */
  require(caller: Caller): void
  /** Called at most once. Without a refusal, the sender may ask again, but may do less than when it was admitted. */
  end(refusal: AppError | undefined): void
}

export interface AccessWatchDeps {
  readonly accounts: Pick<AccountStore, 'accessVersions'>
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
}

/** A key or a session with open answers. */
interface Sender {
  readonly account: AccountId
  readonly proof: string
  readonly answers: Set<OpenAnswer>
  readmit(proof: string): Promise<Caller>
  /** The access version of the account before the sender was checked; undefined: it must be checked. */
  version: number | undefined
  expiresAt: number | null
}

const CHECK_INTERVAL_MS = 1_000
const SENDERS_PER_QUERY = 200
const ENDS_PER_TURN = 20

/**
 * Ends open answers whose sender has lost access: the key was revoked or expired, the session ended, the person was removed or
 * has another role.
 *
 * Every second, one query reads the access versions of the accounts with open answers, however many answers there are. A sender is
 * looked up only if the version of its account has changed, if it has expired, or once after an answer was opened. The version
 * is in the database, so it does not matter which process took the access away.
 */
export class AccessWatch {
  readonly #deps: AccessWatchDeps
  readonly #senders = new Map<string, Sender>()
  #stopTimer: (() => void) | undefined
  #checking: Promise<void> | undefined
  #isClosed = false

  constructor(deps: AccessWatchDeps) {
    this.#deps = deps
  }

  /** Returns what to call when the answer is complete. */
  add(answer: OpenAnswer): () => void {
    const { caller, proof } = answer
    const known = this.#senders.get(proof)
    const sender = known ?? newSender(answer)
    if (known === undefined) this.#senders.set(proof, sender)
    sender.answers.add(answer)
    // The sender may have been admitted before the last check and be added after it.
    sender.version = undefined
    sender.expiresAt = caller.expiresAt
    if (!this.#isClosed) {
      this.#stopTimer ??= this.#deps.scheduler.every(CHECK_INTERVAL_MS, () => this.#startCheck())
    }
    return () => this.#remove(sender, answer)
  }

  /** Resolves when nothing reads the store any more. Answers that are open stay so. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stop()
    await this.#checking
  }

  #remove(sender: Sender, answer: OpenAnswer): void {
    sender.answers.delete(answer)
    if (sender.answers.size === 0 && this.#senders.get(sender.proof) === sender) {
      this.#senders.delete(sender.proof)
    }
    if (this.#senders.size === 0) this.#stop()
  }

  #stop(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
  }

  #startCheck(): void {
    this.#checking ??= this.#check()
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'access check failed, retrying'))
      .finally(() => {
        this.#checking = undefined
      })
  }

  async #check(): Promise<void> {
    const senders = Array.from(this.#senders.values())
    for (let from = 0; from < senders.length && !this.#isClosed; from += SENDERS_PER_QUERY) {
      // Reads of SQLite are complete at once, so nothing else would let others have their turn.
      await nextTurn()
      await this.#checkSome(senders.slice(from, from + SENDERS_PER_QUERY))
    }
  }

  async #checkSome(senders: readonly Sender[]): Promise<void> {
    const accounts = new Set(senders.map(({ account }) => account))
    const versions = await this.#deps.accounts.accessVersions(Array.from(accounts))
    const now = this.#deps.clock.now()
    for (const sender of senders) {
      const version = versions.get(sender.account) ?? -1
      const isExpired = sender.expiresAt !== null && sender.expiresAt <= now
      if (isExpired || sender.version !== version) await this.#checkSender(sender, version)
    }
  }

  /** `version` was read before, so a change that this does not see leads to another check. */
  async #checkSender(sender: Sender, version: number): Promise<void> {
    if (sender.answers.size === 0) return
    let caller: Caller | undefined
    let refusal: AppError | undefined
    try {
      caller = await sender.readmit(sender.proof)
      sender.version = version
      sender.expiresAt = caller.expiresAt
    } catch (error) {
      // Whether the sender has access is not known: it is checked again.
      if (!isRefusal(error)) return this.#deps.log.error({ err: error }, 'access check failed, retrying')
      refusal = error
    }
    let ended = 0
    for (const answer of Array.from(sender.answers)) {
      const end = caller === undefined ? { refusal } : endOf(answer, caller)
      // It may have been completed while others had their turn.
      if (end === undefined || !sender.answers.has(answer)) continue
      this.#remove(sender, answer)
      answer.end(end.refusal)
      ended += 1
      if (ended % ENDS_PER_TURN === 0) await nextTurn()
    }
  }
}

function newSender({ caller, proof, readmit }: OpenAnswer): Sender {
  const { account, expiresAt } = caller
  return { account: account.id, proof, answers: new Set(), readmit, version: undefined, expiresAt }
}

/** Undefined if the answer may go on. */
function endOf(
  { caller: admitted, require }: OpenAnswer,
  now: Caller,
): { refusal: AppError | undefined } | undefined {
  try {
    require(now)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { refusal: error }
  }
  // What is left out of an answer was decided by the earlier scopes.
  const hasLess = admitted.scopes.some((scope) => !now.scopes.includes(scope))
  return hasLess ? { refusal: undefined } : undefined
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'UNAUTHORIZED' || error.code === 'FORBIDDEN')
}
