import type { CallRefusal } from '@millrace/contract/trigger-overview.ts'
import type { AccountId } from '../accounts/account.ts'
import type { JsonObject } from '../shared/json.ts'

export type TriggerKind = 'schedule' | 'poll' | 'webhook' | 'form' | 'event'

/** The events that an `event` trigger can wait for. */
export const TRIGGER_EVENTS = ['workflow.completed', 'workflow.failed', 'form.submitted'] as const

/** The error code of a run that was not started because of the concurrency limit of its trigger. */
export const DROPPED_CODE = 'DROPPED'

/** The error code of a run that reports a poll which failed again and again. */
export const POLL_FAILED_CODE = 'POLL_FAILED'

/** The maximum length of a chain of executions that start each other when they end. */
export const MAX_CHAIN = 5

export function topicOfEnd(status: 'completed' | 'failed'): (typeof TRIGGER_EVENTS)[number] {
  return `workflow.${status}`
}

export function topicOfForm(formId: string): string {
  return `form ${formId.toLowerCase()}`
}

/**
 * `live`: the trigger starts executions. `inactive`: it starts nothing, because the workflow is a draft, the node is disabled or
 * has a problem. `gone`: its node was removed, or is not live yet; its row and its address are kept in case the node comes (back).
 */
export type TriggerState = 'live' | 'inactive' | 'gone'

/** A node of the current version that starts executions of its workflow. Each such node has one trigger. */
export interface Trigger {
  readonly id: string
  readonly accountId: AccountId
  readonly workflowId: string
  readonly nodeId: string
  readonly kind: TriggerKind
  readonly state: TriggerState
  /** The parameters of the node. */
  readonly data: JsonObject
  readonly credentialId: string | null
  /** The form or the name of the event that it waits for; null for other kinds. */
  readonly topic: string | null
  /** The unguessable part of its address. */
  readonly inboundKey: string | null
  /** The earliest scheduled time without a run. */
  readonly nextRun: number | null
  /** When that run starts, including jitter. Null while it is paused, so that nothing finds it due. */
  readonly fireAt: number | null
  /** Since when it is paused, and by whom. A paused trigger keeps its state, and its topic is null. */
  readonly pausedAt: number | null
  readonly pausedBy: string | null
}

/** The last call that an inbound webhook refused. */
export interface RefusedCall {
  readonly at: number
  readonly reason: CallRefusal
}
