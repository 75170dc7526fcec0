import type { AccountId } from './account.ts'
import type { JsonObject } from './json.ts'

export type TriggerKind = 'schedule' | 'webhook' | 'form' | 'event'

/**
 * `live`: it starts runs. `drawn`: it is part of the drawing and starts none, because the workflow is a draft, the node is
 * disabled, or something has to be mended first. `gone`: it is no longer drawn; what others know of it is kept for the day
 * it comes back.
 */
export type TriggerState = 'live' | 'drawn' | 'gone'

/** A node that starts runs of its workflow, as the workflow stands now. There is one for each such node. */
export interface Trigger {
  readonly id: string
  readonly accountId: AccountId
  readonly workflowId: string
  readonly nodeId: string
  readonly kind: TriggerKind
  readonly state: TriggerState
  /** The parameters of the node, and the credential it names. */
  readonly data: JsonObject
  readonly credentialId: string | null
  /** What it waits for, where that can be said in a word: the id of a form, or the name of an event. */
  readonly topic: string | null
  /** The part of its address that nobody can guess. */
  readonly hookKey: string | null
  /** The earliest time without a run, and when that run is to begin. */
  readonly nextRun: number | null
  readonly fireAt: number | null
}
