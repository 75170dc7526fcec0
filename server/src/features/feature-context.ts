import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Log } from '#ports/log.ts'
import type { Store } from '#ports/store.ts'

/** What every feature is given. */
export interface FeatureContext {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** Where the outside reaches this service, without a slash at the end. */
  publicUrl(): string
}
