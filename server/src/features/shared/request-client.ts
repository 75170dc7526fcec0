import { clientNetwork, type User } from '#domain/index.ts'
import type { RequestOrigin } from '#http/index.ts'
import type { HashingClient } from '#ports/index.ts'

/** Who sent a request, as long as they wait for the answer. */
export interface RequestClient {
  readonly origin: RequestOrigin
  /** Fires when they disconnect. */
  readonly signal: AbortSignal
}

/** People who are known by their session or their usual address have a turn of their own, and do not wait for strangers. */
export function hashingForPerson({ id }: User, { signal }: RequestClient): HashingClient {
  return { owner: `person ${id}`, isKnown: true, signal }
}

/** Everybody else shares the turn of their network. */
export function hashingForStranger({ origin, signal }: RequestClient): HashingClient {
  return { owner: `network ${clientNetwork(origin.address)}`, signal }
}
