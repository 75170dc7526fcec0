import { type AccountId, clientNetwork, type User } from '#domain/index.ts'
import type { Clock, Store } from '#ports/index.ts'

const MAX_REMEMBERED = 10_000

export interface UsualAddressesDeps {
  readonly store: Pick<Store, 'sessions'>
  readonly clock: Clock
}

/**
 * Knows where people have signed in: where their open sessions are used and, until the process ends, where they signed in
 * since it started.
 */
export class UsualAddresses {
  readonly #deps: UsualAddressesDeps
  /** Least recently used first. */
  readonly #remembered = new Set<string>()

  constructor(deps: UsualAddressesDeps) {
    this.#deps = deps
  }

  /** Reads as much if there is no such user, so that the time it takes does not reveal who has one. */
  async includes(user: User | undefined, address: string): Promise<boolean> {
    const { id, accountId } = user ?? NO_USER
    if (this.#remembered.has(keyOf(id, address))) return true
    const { store, clock } = this.#deps
    const network = clientNetwork(address)
    const sessions = await store.sessions.listOfUser(accountId, id, clock.now())
    return sessions.some(({ lastSeen }) => clientNetwork(lastSeen.address) === network)
  }

  remember({ id }: User, address: string): void {
    const key = keyOf(id, address)
    this.#remembered.delete(key)
    this.#remembered.add(key)
    const [oldest] = this.#remembered
    if (this.#remembered.size > MAX_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest)
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'
const NO_USER = { id: NO_ID, accountId: NO_ID as AccountId } as const

function keyOf(userId: string, address: string): string {
  return `${userId}\n${clientNetwork(address)}`
}
