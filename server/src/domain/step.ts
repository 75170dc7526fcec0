import type { JsonValue } from './json.ts'

/** Why a node failed, as data: codes are words for programs, messages are for people. */
export interface StepFailure {
  readonly code: string
  readonly message: string
}

/** What is recorded of a node that ran: once, and never changed. Nodes that were skipped follow from the others. */
export interface StepRecord {
  readonly nodeId: string
  readonly status: 'completed' | 'failed'
  /** The handle whose edges are taken; edges on other handles are skipped. Null: no edge is taken. */
  readonly handle: string | null
  readonly output: JsonValue
  readonly error: StepFailure | null
  readonly attempts: number
  readonly startedAt: number
  readonly endedAt: number
}
