import type { AccountId } from '../accounts/account.ts'
import type { JsonObject } from '../shared/json.ts'

export type TriggerKind = 'schedule' | 'webhook' | 'form' | 'event'

/** What an `event` trigger can wait for. */
export const TRIGGER_EVENTS = ['workflow.completed', 'workflow.failed', 'form.submitted'] as const

/** How many runs may start one another by their ends before the chain is cut. */
export const MAX_CHAIN = 5

export function topicOfEnd(status: 'completed' | 'failed'): (typeof TRIGGER_EVENTS)[number] {
  return `workflow.${status}`
}

export function topicOfForm(formId: string): string {
  return `form ${formId.toLowerCase()}`
}

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
  /** What it waits for, where that can be said in a word: a form, or the name of an event. */
  readonly topic: string | null
  /** The part of its address that nobody can guess. */
  readonly inboundKey: string | null
  /** The earliest time without a run, and when that run is to begin. */
  readonly nextRun: number | null
  readonly fireAt: number | null
}
