import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import { type AccountId, type ParentWait, UNOWNED, type WaitKind } from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import { Table, type UndoLog } from './table.ts'

/** JSON documents are kept as text, as in the real stores: what comes out shares nothing with what went in. */
type Text = string

export interface ExecutionRow {
  readonly id: string
  readonly accountId: AccountId
  readonly workflowId: string
  readonly versionId: string
  readonly status: ExecutionStatus
  readonly startedAt: number
  readonly completedAt: number | null
  readonly owner: string
  readonly sequence: number
  readonly input: Text
  readonly output: Text
  readonly error: Text
  readonly triggerNodeId: string | null
  readonly depth: number
  readonly parent: ParentWait | null
  readonly retryOf: string | null
  readonly activeMs: number
  readonly signalSequence: number
}

export interface JournalRow {
  readonly sequence: number
  readonly steps: Text
  readonly logs: Text
}

export interface WaitRow {
  readonly id: string
  readonly executionId: string
  readonly accountId: AccountId
  readonly kind: WaitKind
  readonly dueAt: number | null
}

export interface SignalRow {
  readonly id: string
  readonly position: number
  readonly event: string | null
  readonly waitId: string | null
  readonly data: Text
  readonly at: number
}

export interface SlotRow {
  readonly executionId: string
  /** Of the workflow and the key. */
  readonly name: string
  readonly isHeld: boolean
  readonly limit: number
}

interface WorkflowRow {
  readonly accountId: AccountId
  readonly versionId: string
  readonly revision: number
  readonly isDeleted: boolean
}

interface VersionRow {
  readonly accountId: AccountId
  readonly workflowId: string
  readonly definition: Text
}

/** What is compared before a write counts, or follows from it. A simulation leaves one out to see that it is missed. */
export interface Fences {
  readonly owner: boolean
  readonly sequence: boolean
  readonly signals: boolean
  readonly slots: boolean
  readonly turns: boolean
  readonly versions: boolean
}

const ALL_FENCES: Fences = {
  owner: true,
  sequence: true,
  signals: true,
  slots: true,
  turns: true,
  versions: true,
}

/** What is on the disk: it outlives every process. All that is written, is written by transactions, one after the other. */
export class MemoryDatabase {
  readonly fences: Fences
  /** Executions that were written since somebody last emptied it. */
  readonly touched = new Set<string>()
  readonly #undo: UndoLog = []
  readonly executions: Table<ExecutionRow>
  readonly journals: Table<readonly JournalRow[]>
  readonly waits: Table<WaitRow>
  readonly signals: Table<readonly SignalRow[]>
  readonly slots: Table<SlotRow>
  readonly heartbeats: Table<{ readonly owner: string; readonly seenAt: number }>
  readonly workflows: Table<WorkflowRow>
  readonly versions: Table<VersionRow>
  readonly #subscribers = new Set<() => void>()
  #last: Promise<unknown> = Promise.resolve()
  /** Executions that the current transaction wrote. */
  readonly #written = new Set<string>()
  #callbacks: (() => void)[] = []
  #hasUnowned = false

  constructor(fences: Partial<Fences> = {}) {
    this.fences = { ...ALL_FENCES, ...fences }
    this.executions = new Table(this.#undo, (id) => {
      this.touched.add(id)
      this.#written.add(id)
    })
    this.journals = new Table(this.#undo)
    this.waits = new Table(this.#undo)
    this.signals = new Table(this.#undo)
    this.slots = new Table(this.#undo)
    this.heartbeats = new Table(this.#undo)
    this.workflows = new Table(this.#undo)
    this.versions = new Table(this.#undo)
  }

  write<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
    const written = this.#last.then(() => this.#transact(work))
    this.#last = written.catch(() => undefined)
    return written
  }

  afterCommit(callback: () => void): void {
    this.#callbacks.push(callback)
  }

  /** Calls back after commits that made executions due without an owner. */
  subscribe(onUnowned: () => void): () => void {
    this.#subscribers.add(onUnowned)
    return () => this.#subscribers.delete(onUnowned)
  }

  /** Whether the last transaction made executions due without an owner. */
  get hasUnowned(): boolean {
    return this.#hasUnowned
  }

  async #transact<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
    this.#undo.length = 0
    this.#callbacks = []
    this.#written.clear()
    this.#hasUnowned = false
    try {
      const result = await work(this as unknown as Transaction)
      this.#hasUnowned = [...this.#written].some((id) => isUnowned(this.executions.get(id)))
      for (const callback of this.#callbacks) callback()
      if (this.#hasUnowned) for (const subscriber of this.#subscribers) subscriber()
      return result
    } catch (error) {
      for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) undo()
      throw error
    }
  }
}

function isUnowned(row: ExecutionRow | undefined): boolean {
  return row?.status === 'running' && row.owner === UNOWNED
}
