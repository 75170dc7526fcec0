import type { AccountId } from '../accounts/account.ts'
import type { JsonObject } from '../shared/json.ts'
import type { JournalEntry } from './journal-entry.ts'
import type { Signal } from './signal.ts'

/** Owner of an execution that is due and that any process may claim. */
export const UNOWNED = ''

/** The wait of another execution that ends with this one. */
export interface ParentWait {
  readonly executionId: string
  readonly waitId: string
}

export interface NewExecution {
  readonly id: string
  readonly accountId: AccountId
  readonly workflowId: string
  readonly startedAt: number
  readonly input: JsonObject
  /** The process that will run it, which guards every later write; or `UNOWNED`. */
  readonly owner: string
  /** The trigger that fired; null for a run by API or by hand. */
  readonly triggerNodeId: string | null
}

/** An execution on a version that is known: a sub-workflow, or another try of an earlier one. */
export interface NewExecutionOnVersion extends NewExecution {
  readonly versionId: string
  /** How many executions stand above it. */
  readonly depth: number
  readonly parent: ParentWait | null
  /** The execution it repeats. */
  readonly retryOf: string | null
  /** What is taken over from that one; written as the first checkpoint. */
  readonly steps: readonly JournalEntry[]
}

/** An execution as its owner needs it to go on. */
export interface OpenExecution {
  readonly id: string
  readonly accountId: AccountId
  readonly workflowId: string
  readonly versionId: string
  readonly startedAt: number
  readonly input: JsonObject
  readonly triggerNodeId: string | null
  readonly depth: number
  readonly parent: ParentWait | null
  readonly owner: string
  /** Number of checkpoints so far: the next one is written under it. */
  readonly sequence: number
  /** How long it was active, in milliseconds; time parked does not count. */
  readonly activeMs: number
  /** What is recorded so far, in order. */
  readonly steps: readonly JournalEntry[]
  /** Signals that nothing has taken yet, oldest first. */
  readonly signals: readonly Signal[]
  /** Counts all signals that ever came: tells whether there are new ones. */
  readonly signalSequence: number
}

/** A new execution as its owner gets it, on top and with nothing done. */
export function openedOn(execution: NewExecution, versionId: string): OpenExecution {
  const { id, accountId, workflowId, startedAt, input, triggerNodeId, owner } = execution
  return {
    id,
    accountId,
    workflowId,
    versionId,
    startedAt,
    input,
    triggerNodeId,
    depth: 0,
    parent: null,
    owner,
    sequence: 0,
    activeMs: 0,
    steps: [],
    signals: [],
    signalSequence: 0,
  }
}
