import type { JsonValue } from '../shared/json.ts'

/** Something an execution may wait for: an event by name, an answer to one wait, the end of a sub-workflow. */
export interface Signal {
  readonly id: string
  /** The name of the event; null for an answer to one wait. */
  readonly event: string | null
  /** The wait that is answered; null for an event. */
  readonly waitId: string | null
  readonly data: JsonValue
  readonly at: number
}
