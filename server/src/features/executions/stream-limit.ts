import { type AccountId, AppError } from '#domain/index.ts'

const RETRY_AFTER_SECONDS = 5

/** How many streams an account may have open in this process: each costs a connection and some memory. */
export class StreamLimit {
  readonly #most: number
  readonly #open = new Map<AccountId, number>()

  constructor(most: number) {
    this.#most = most
  }

  refuseOneMore(account: AccountId): void {
    if ((this.#open.get(account) ?? 0) < this.#most) return
    throw new AppError(
      'RATE_LIMITED',
      `This account follows ${this.#most} executions at the same time already. Close one of them first.`,
      { retry_after_seconds: RETRY_AFTER_SECONDS },
    )
  }

  /** Counts from the first piece that is asked for: a stream that nobody reads would never be uncounted. */
  async *count(account: AccountId, chunks: AsyncIterable<string>): AsyncGenerator<string> {
    this.#open.set(account, (this.#open.get(account) ?? 0) + 1)
    try {
      yield* chunks
    } finally {
      const left = (this.#open.get(account) ?? 1) - 1
      if (left === 0) this.#open.delete(account)
      else this.#open.set(account, left)
    }
  }
}
