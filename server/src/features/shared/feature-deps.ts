import type { Clock, Ids, Log, Store } from '#ports/index.ts'

/** What every feature is given. */
export interface FeatureDeps {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** Where the outside reaches this service, without a slash at the end. */
  publicUrl(): string
}
