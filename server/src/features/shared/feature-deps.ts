import type { Clock, Ids, Log, Store } from '#ports/index.ts'

/** The collaborators of every feature. */
export interface FeatureDeps {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** The address under which clients reach this service, without a trailing slash. */
  publicUrl(): string
}
