import type { StorageKind } from '@millrace/contract/about.ts'

export interface StorageUse {
  readonly totalBytes: number
  readonly kinds: readonly { readonly kind: StorageKind; readonly rows: number; readonly bytes: number }[]
}

export interface QueueState {
  /** Executions that a process runs or has in its local queue. */
  readonly running: number
  /** Executions that are due and that no process owns. */
  readonly unowned: number
  readonly dueTimers: number
  readonly dueDeliveries: number
  /** Since when the work that has been due longest is due; undefined when nothing is due. */
  readonly oldestDueAt: number | undefined
}

/** What a process says about itself when it starts. */
export interface ProcessDescription {
  /** As in its heartbeats. */
  readonly id: string
  readonly role: 'all' | 'api' | 'worker'
  readonly host: string
  readonly version: string
  readonly startedAt: number
}

export interface KnownProcess extends Partial<Omit<ProcessDescription, 'id'>> {
  readonly id: string
  readonly lastHeartbeatAt: number
}

/** The state of the installation, for the people who run it. Everything here is cheap, however large the tables are. */
export interface MonitorStore {
  /** An estimate, from the statistics of the database or a small sample of rows. */
  storage(): Promise<StorageUse>
  /** Counts up to `limit` of each. */
  queue(now: number, limit: number): Promise<QueueState>
  /** Call it after the first heartbeat. Forgets the descriptions of processes without a heartbeat. */
  describeProcess(process: ProcessDescription): Promise<void>
  /** The processes that have a heartbeat, those that started first at the top. */
  processes(): Promise<readonly KnownProcess[]>
}
