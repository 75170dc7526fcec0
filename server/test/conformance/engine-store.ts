import type {
  AccountStore,
  ExecutionStores,
  Store,
  TriggerStore,
  VersionStore,
  WorkflowStore,
} from '#ports/index.ts'
import type { ConformanceOptions, Subject } from './conformance-suite.ts'

/**
 * The part of a store that executions and their deliveries need. The in-memory store implements only this and must pass the
 * same suites.
 */
export interface EngineStore extends Pick<
  Store,
  | keyof ExecutionStores
  | 'heartbeats'
  | 'webhookEndpoints'
  | 'deliveries'
  | 'state'
  | 'write'
  | 'afterCommit'
  | 'probe'
  | 'close'
> {
  readonly accounts: Pick<AccountStore, 'insert'>
  readonly workflows: Pick<
    WorkflowStore,
    'insert' | 'update' | 'delete' | 'currentVersion' | 'testVersion' | 'findVersion'
  >
  readonly versions: Pick<VersionStore, 'saveTest'>
  readonly triggers: Pick<TriggerStore, 'save'>
}

export type EngineSubject = Subject<EngineStore>
export type EngineStoreOptions = ConformanceOptions<EngineStore>
