import type { DeliveryStatus } from '@millrace/contract/delivery.ts'
import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import type { ExecutionTrigger } from '@millrace/contract/execution-list.ts'
import {
  type AccountId,
  type DomainEvent,
  type ParentWait,
  type SealedWebhookEndpoint,
  type StateEntry,
  type Trigger,
  UNOWNED,
  type WaitKind,
} from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import { Table, type UndoLog } from './table.ts'

/** JSON documents are stored as text, as in the real stores: a caller never shares an object with the store. */
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
  readonly trigger: ExecutionTrigger
  readonly triggerNodeId: string | null
  readonly depth: number
  /** Number of follow-up runs in a row that led to this execution. */
  readonly chain: number
  readonly parent: ParentWait | null
  readonly retryOf: string | null
  readonly activeMs: number
  readonly computingMs: number
  /** Takeovers in a row, while it was computed, at the sequence `takenOverAt`. */
  readonly takeovers: number
  readonly takenOverAt: number
  readonly isComputing: boolean
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
  readonly begunAt: number | null
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
  /** The workflow and the concurrency key. */
  readonly name: string
  readonly isHeld: boolean
  readonly limit: number
}

interface WorkflowRow {
  readonly accountId: AccountId
  readonly name: string
  readonly versionId: string
  readonly revision: number
  readonly isDeleted: boolean
}

interface VersionRow {
  readonly accountId: AccountId
  readonly workflowId: string
  /** Null for a test version. */
  readonly number: number | null
  readonly until: string | null
  readonly definition: Text
}

export interface EndpointRow extends SealedWebhookEndpoint {
  /** Failures in a row. */
  readonly failures: number
  readonly failingSince: number | null
  readonly pausedUntil: number | null
}

export interface DeliveryRow {
  readonly eventId: string
  readonly endpointId: string
  readonly accountId: AccountId
  readonly status: DeliveryStatus
  /** While it is claimed: when the claim expires. */
  readonly dueAt: number | null
  readonly claimedBy: string | null
  readonly tries: number
  readonly attempts: number
  readonly createdAt: number
  readonly completedAt: number | null
  readonly responseStatus: number | null
  readonly error: string | null
}

export interface AttemptRow {
  readonly eventId: string
  readonly endpointId: string
  readonly number: number
  /** A `DeliveryAttempt`. */
  readonly attempt: Text
}

export interface StateRow extends Omit<StateEntry, 'value'> {
  readonly value: Text
  /** Remembered items, the one that was seen longest ago first, with the time when they expire. */
  readonly items: ReadonlyMap<string, number | null>
}

/**
 * The comparisons and consequences of a write that the promises of the engine depend on. The simulation disables one at a
 * time to prove that the oracle notices.
 */
export interface Fences {
  /** A checkpoint counts only for the owner of the execution. */
  readonly owner: boolean
  /** A checkpoint counts only under the next sequence number. */
  readonly sequence: boolean
  /** An execution is parked only if no signal arrived since it read them. */
  readonly signals: boolean
  readonly slots: boolean
  /** A slot that becomes free goes to the next run in the queue. */
  readonly slotHandover: boolean
  /** An inline run counts only on the version it was computed on. */
  readonly versions: boolean
  readonly events: boolean
  readonly deliveries: boolean
  /** A delivery that is claimed is not claimed again before the claim expires. */
  readonly deliveryClaims: boolean
  readonly claimExpiry: boolean
  /** Follow-up runs start in the transaction of the end. */
  readonly followUps: boolean
  readonly chainLimit: boolean
  /** A process finds out which of its runs others have ended or taken over. */
  readonly lostRuns: boolean
  /** State is changed in the transaction of the checkpoint that records the step. */
  readonly state: boolean
  /** So are the items that `only_new` remembers. */
  readonly seenItems: boolean
}

const ALL_FENCES: Fences = {
  lostRuns: true,
  owner: true,
  sequence: true,
  signals: true,
  slots: true,
  slotHandover: true,
  versions: true,
  events: true,
  deliveries: true,
  deliveryClaims: true,
  claimExpiry: true,
  followUps: true,
  chainLimit: true,
  state: true,
  seenItems: true,
}

/** The stored data, which survives every process. Transactions write it, one after the other. */
export class MemoryDatabase {
  readonly fences: Fences
  /** Called with each commit, before any later transaction begins. */
  onCommit: () => void = () => undefined
  /** Executions that were written since the reader last cleared the set. */
  readonly touched = new Set<string>()
  readonly #undo: UndoLog = []
  readonly executions = new Table<ExecutionRow>(this.#undo)
  readonly journals = new Table<readonly JournalRow[]>(this.#undo)
  readonly waits = new Table<WaitRow>(this.#undo)
  readonly signals = new Table<readonly SignalRow[]>(this.#undo)
  readonly slots = new Table<SlotRow>(this.#undo)
  readonly heartbeats = new Table<{ readonly owner: string; readonly seenAt: number }>(this.#undo)
  readonly workflows = new Table<WorkflowRow>(this.#undo)
  readonly versions = new Table<VersionRow>(this.#undo)
  readonly endpoints = new Table<EndpointRow>(this.#undo)
  readonly events = new Table<DomainEvent>(this.#undo)
  /** By `deliveryKey`. */
  readonly deliveries = new Table<DeliveryRow>(this.#undo)
  readonly attempts = new Table<AttemptRow>(this.#undo)
  readonly triggers = new Table<Trigger>(this.#undo)
  /** By `stateKey`. */
  readonly state = new Table<StateRow>(this.#undo)
  readonly #tables = [
    this.executions,
    this.journals,
    this.waits,
    this.signals,
    this.slots,
    this.heartbeats,
    this.workflows,
    this.versions,
    this.endpoints,
    this.events,
    this.deliveries,
    this.attempts,
    this.triggers,
    this.state,
  ]
  readonly #unownedSubscribers = new Set<() => void>()
  readonly #deliverySubscribers = new Set<(endpointIds: readonly string[]) => void>()
  #last: Promise<unknown> = Promise.resolve()
  #callbacks: (() => void)[] = []
  #hasUnowned = false
  #dueEndpoints: string[] = []

  constructor(fences: Partial<Fences> = {}) {
    this.fences = { ...ALL_FENCES, ...fences }
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
    this.#unownedSubscribers.add(onUnowned)
    return () => this.#unownedSubscribers.delete(onUnowned)
  }

  /** Calls back after commits that made deliveries due, with the ids of their webhook endpoints. */
  subscribeToDeliveries(onDue: (endpointIds: readonly string[]) => void): () => void {
    this.#deliverySubscribers.add(onDue)
    return () => this.#deliverySubscribers.delete(onDue)
  }

  notifyOfDeliveries(endpointIds: readonly string[]): void {
    this.#dueEndpoints.push(...endpointIds)
    this.afterCommit(() => {
      for (const subscriber of this.#deliverySubscribers) subscriber(endpointIds)
    })
  }

  /** Whether the last transaction made executions due without an owner. */
  get hasUnowned(): boolean {
    return this.#hasUnowned
  }

  /** The webhook endpoints for which the last transaction made deliveries due. */
  get dueEndpoints(): readonly string[] {
    return this.#dueEndpoints
  }

  async #transact<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
    this.#undo.length = 0
    for (const { changes } of this.#tables) changes.clear()
    this.#callbacks = []
    this.#hasUnowned = false
    this.#dueEndpoints = []
    try {
      const result = await work(this as unknown as Transaction)
      this.#commit()
      return result
    } catch (error) {
      for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) undo()
      this.#dueEndpoints = []
      throw error
    }
  }

  #commit(): void {
    for (const id of this.executions.changes.keys()) {
      this.touched.add(id)
      if (isUnowned(this.executions.get(id))) this.#hasUnowned = true
    }
    this.onCommit()
    for (const callback of this.#callbacks) callback()
    if (this.#hasUnowned) for (const subscriber of this.#unownedSubscribers) subscriber()
  }
}

export function deliveryKey({ endpointId, eventId }: Pick<DeliveryRow, 'endpointId' | 'eventId'>): string {
  return `${endpointId} ${eventId}`
}

function isUnowned(row: ExecutionRow | undefined): boolean {
  return row?.status === 'running' && row.owner === UNOWNED
}
