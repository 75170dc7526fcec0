import type { AccountId } from '#domain/index.ts'
import type { RunTurns } from '../turns/turns.ts'

/** The turns of one run, and whether it waits for one: then there may be more that it starts. */
export class PassTurns implements RunTurns {
  readonly #turns: RunTurns
  #waiting = 0

  constructor(turns: RunTurns) {
    this.#turns = turns
  }

  get isAwaited(): boolean {
    return this.#waiting > 0
  }

  get isOver(): boolean {
    return this.#turns.isOver
  }

  isFreeFor(account: AccountId): boolean {
    return this.#turns.isFreeFor(account)
  }

  begin(account: AccountId): void {
    this.#turns.begin(account)
  }

  end(): number {
    return this.#turns.end()
  }

  next(account: AccountId): Promise<void> {
    return this.#await(this.#turns.next(account))
  }

  afterSlice<T>(account: AccountId, work: () => Promise<T>): Promise<T> {
    return this.#await(this.#turns.afterSlice(account, work))
  }

  async #await<T>(turn: Promise<T>): Promise<T> {
    this.#waiting += 1
    try {
      return await turn
    } finally {
      this.#waiting -= 1
    }
  }
}
