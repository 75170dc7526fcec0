import { type AccountId, AppError } from '#domain/index.ts'

const RETRY_AFTER_SECONDS = 5

/** Limits the concurrent streams of an account in this process: each costs a connection and some memory. */
export class StreamLimit {
  readonly #max: number
  readonly #open = new Map<AccountId, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Throws if the account has no stream left. */
  check(account: AccountId): void {
    if ((this.#open.get(account) ?? 0) < this.#max) return
    throw new AppError(
      'RATE_LIMITED',
      `This account already has ${this.#max} open event streams. Close one of them and try again.`,
      { retry_after_seconds: RETRY_AFTER_SECONDS },
    )
  }

  /** Counts from the first chunk that is read: a stream that nobody reads would never be released. */
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
