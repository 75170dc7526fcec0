import type { AccountStore } from './account-store.ts'
import type { AuditStore } from './accounts/audit-store.ts'
import type { CredentialStore } from './credential-store.ts'
import type { DeliveryStore } from './delivery-store.ts'
import type { DraftStore } from './draft-store.ts'
import type { ExecutionStores } from './executions/execution-stores.ts'
import type { HeartbeatStore } from './executions/heartbeat-store.ts'
import type { FileRecords } from '../files/file-records.ts'
import type { FormStore } from './form-store.ts'
import type { BulkRunStore } from './insights/bulk-run-store.ts'
import type { FailureStore } from './insights/failure-store.ts'
import type { RunStatisticsStore } from './insights/run-statistics-store.ts'
import type { IdempotencyStore } from './idempotency-store.ts'
import type { ImportedApiStore } from './imported-api-store.ts'
import type { IntegrationStore } from './integration-store.ts'
import type { InvitationStore } from './accounts/invitation-store.ts'
import type { KeyStore } from './key-store.ts'
import type { ListenerStore } from './listener-store.ts'
import type { SavedFilterStore } from './accounts/saved-filter-store.ts'
import type { MonitorStore } from './accounts/monitor-store.ts'
import type { PauseStore } from './accounts/pause-store.ts'
import type { RateCounters } from './rate-counters.ts'
import type { SessionStore, SetupLinkStore } from './session-store.ts'
import type { RememberedItems } from './state/remembered-items.ts'
import type { StateStore } from './state/state-store.ts'
import type { VariableStore } from './state/variable-store.ts'
import type { Transactions } from './shared/transaction.ts'
import type { TriggerOverviewStore } from './insights/trigger-overview-store.ts'
import type { PollStore } from './triggers/poll-store.ts'
import type { TriggerStore } from './trigger-store.ts'
import type { UsageStore } from './usage-store.ts'
import type { UserStore } from './user-store.ts'
import type { VaultStore } from './vault-store.ts'
import type { VersionStore } from './version-store.ts'
import type { WebhookEndpointStore } from './webhook-endpoint-store.ts'
import type { WorkflowStore } from './workflow-store.ts'

/** All persistent data, behind small interfaces. */
export interface Store extends Transactions, ExecutionStores {
  readonly accounts: AccountStore
  readonly keys: KeyStore
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly setupLinks: SetupLinkStore
  readonly invitations: InvitationStore
  readonly savedFilters: SavedFilterStore
  readonly audit: AuditStore
  readonly pauses: PauseStore
  readonly monitor: MonitorStore
  readonly rates: RateCounters
  readonly idempotency: IdempotencyStore
  readonly workflows: WorkflowStore
  readonly versions: VersionStore
  readonly drafts: DraftStore
  readonly heartbeats: HeartbeatStore
  readonly forms: FormStore
  readonly files: FileRecords
  readonly credentials: CredentialStore
  readonly usage: UsageStore
  readonly integrations: IntegrationStore
  readonly importedApis: ImportedApiStore
  readonly webhookEndpoints: WebhookEndpointStore
  readonly deliveries: DeliveryStore
  readonly triggers: TriggerStore
  readonly polls: PollStore
  readonly triggerOverview: TriggerOverviewStore
  readonly listeners: ListenerStore
  readonly vault: VaultStore
  readonly runStatistics: RunStatisticsStore
  readonly failures: FailureStore
  readonly bulkRuns: BulkRunStore
  readonly state: StateStore
  readonly rememberedItems: RememberedItems
  readonly variables: VariableStore
  /** Writes a row as a health check. Rejects when the store cannot be written. */
  probe(): Promise<void>
  /** Finishes pending writes and closes all connections. */
  close(): Promise<void>
}
