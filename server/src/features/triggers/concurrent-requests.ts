import { type AccountId, AppError } from '#domain/index.ts'

/** Counts the requests of each account that are in progress in this process, and refuses those beyond a number. */
export class ConcurrentRequests {
  readonly #max: number
  readonly #refusal: string
  readonly #counts = new Map<AccountId, number>()

  /** `refusal`: the message for requests beyond `max`. */
  constructor(max: number, refusal: string) {
    this.#max = max
    this.#refusal = refusal
  }

  async run<T>(account: AccountId, work: () => Promise<T>): Promise<T> {
    const count = this.#counts.get(account) ?? 0
    if (count >= this.#max) throw new AppError('RATE_LIMITED', this.#refusal, { retry_after_seconds: 1 })
    this.#counts.set(account, count + 1)
    try {
      return await work()
    } finally {
      const left = (this.#counts.get(account) ?? 1) - 1
      if (left === 0) this.#counts.delete(account)
      else this.#counts.set(account, left)
    }
  }
}
