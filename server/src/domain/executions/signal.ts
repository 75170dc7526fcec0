import type { JsonValue } from '../shared/json.ts'

/** Something an execution can wait for: a named event, the answer to one wait, or the end of a sub-workflow. */
export interface Signal {
  readonly id: string
  /** The name of the event; null for an answer to one wait. */
  readonly event: string | null
  /** The wait that is answered; null for an event. */
  readonly waitId: string | null
  readonly data: JsonValue
  readonly at: number
}
