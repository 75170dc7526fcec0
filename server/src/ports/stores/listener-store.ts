import type { AccountId, JsonObject } from '#domain/index.ts'

/** Somebody who waits for the next request to the test address of an inbound webhook. */
export interface TriggerListener {
  readonly id: string
  readonly accountId: AccountId
  readonly triggerId: string
  /** The parameters and the credential of the node in the working copy, which decide which requests are accepted. */
  readonly data: JsonObject
  readonly credentialId: string | null
  readonly expiresAt: number
}

/** A request that was received while somebody listened. */
export interface CapturedEvent {
  readonly id: string
  readonly triggerId: string
  readonly at: number
  readonly input: JsonObject
}

/** Listeners and what was captured for them. In the database, because another process may receive the request. */
export interface ListenerStore {
  /** Stores a listener, or renews it until its new `expiresAt`. */
  save(listener: TriggerListener): Promise<void>
  remove(id: string): Promise<void>
  /** Returns the latest listener of a trigger that has not expired. */
  findActive(triggerId: string, now: number): Promise<TriggerListener | undefined>
  /** Stores a captured request. False when the trigger already has `max` requests that nobody took. */
  capture(event: CapturedEvent, max: number): Promise<boolean>
  /** Removes and returns the oldest captured request since `since`. Each request is returned once. */
  take(triggerId: string, since: number): Promise<Pick<CapturedEvent, 'at' | 'input'> | undefined>
  /** Deletes expired listeners, and requests captured before `before`. */
  prune(now: number, before: number): Promise<void>
}
