import type { AccountStore } from '#ports/account-store.ts'
import type { Store } from '#ports/store.ts'
import type { WorkflowStore } from '#ports/workflow-store.ts'
import type { ConformanceOptions, Subject } from './conformance-suite.ts'

/** The part of a store that executions need: a fake that has no more than this passes their suites too. */
export interface EngineStore extends Pick<Store, 'executions' | 'runners' | 'write' | 'probe' | 'close'> {
  readonly accounts: Pick<AccountStore, 'insert'>
  readonly workflows: Pick<WorkflowStore, 'insert' | 'update' | 'delete' | 'currentVersion' | 'findVersion'>
}

export type EngineSubject = Subject<EngineStore>
export type EngineStoreOptions = ConformanceOptions<EngineStore>
