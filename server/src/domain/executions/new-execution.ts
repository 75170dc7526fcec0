import type { ExecutionTrigger } from '@millrace/contract/execution-list.ts'
import type { AccountId } from '../accounts/account.ts'
import type { JsonObject } from '../shared/json.ts'
import type { JournalEntry } from './journal-entry.ts'
import type { Signal } from './signal.ts'

/** The owner of a due execution that any process can claim. */
export const UNOWNED = ''

/** The wait of a parent execution, which ends when this one ends. */
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
  /** The process that will run it, which every later write checks; or `UNOWNED`. */
  readonly owner: string
  /** What started it. */
  readonly trigger: ExecutionTrigger
  /** The trigger that fired; null for a run started by the API or manually. */
  readonly triggerNodeId: string | null
}

/** An execution on a known version: a sub-workflow, or a retry of an earlier execution. */
export interface NewExecutionOnVersion extends NewExecution {
  readonly versionId: string
  /** The number of parent executions above it. */
  readonly depth: number
  readonly parent: ParentWait | null
  /** The execution that it retries. */
  readonly retryOf: string | null
  /** The steps taken over from that execution, written as the first checkpoint. */
  readonly steps: readonly JournalEntry[]
}

/** An execution with everything its owner needs to continue it. */
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
  /** The number of checkpoints so far, which is the sequence number of the next one. */
  readonly sequence: number
  /** The active time in milliseconds, without the time it was parked. */
  readonly activeMs: number
  /** The time in milliseconds for which it kept the thread of its process busy. */
  readonly computingMs: number
  /** The journal so far, in order. */
  readonly steps: readonly JournalEntry[]
  /** The size of the log so far, in characters. */
  readonly logSize: number
  /** Signals that have not been consumed yet, oldest first. */
  readonly signals: readonly Signal[]
  /** The number of signals ever received, which shows whether there are new ones. */
  readonly signalSequence: number
}

/** A new top-level execution without any progress. */
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
    computingMs: 0,
    logSize: 0,
    steps: [],
    signals: [],
    signalSequence: 0,
  }
}
