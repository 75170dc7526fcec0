import type { AccountStore, ExecutionStores, Store, WorkflowStore } from '#ports/index.ts'
import type { ConformanceOptions, Subject } from './conformance-suite.ts'

/** The part of a store that executions need. The in-memory store implements only this and must pass the same suites. */
export interface EngineStore extends Pick<
  Store,
  keyof ExecutionStores | 'heartbeats' | 'write' | 'afterCommit' | 'probe' | 'close'
> {
  readonly accounts: Pick<AccountStore, 'insert'>
  readonly workflows: Pick<WorkflowStore, 'insert' | 'update' | 'delete' | 'currentVersion' | 'findVersion'>
}

export type EngineSubject = Subject<EngineStore>
export type EngineStoreOptions = ConformanceOptions<EngineStore>
