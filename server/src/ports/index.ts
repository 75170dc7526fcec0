export type { FileHolder, FileRecords } from './files/file-records.ts'
export type { FileStore } from './files/file-store.ts'
export type { FileRefusal, Files, FileSource, OpenedFile } from './files/files.ts'
export type { AccessTokens, TokenGrant, TokenResult } from './outgoing/access-tokens.ts'
export type { CredentialReader, RevealedCredential } from './outgoing/credential-reader.ts'
export type {
  HttpAnswer,
  HttpClient,
  HttpRequest,
  HttpResult,
  OutgoingFailure,
  OutgoingFailureReason,
  ResponseHead,
  StreamedBody,
} from './outgoing/http-client.ts'
export type {
  ActionAnswer,
  ActionCall,
  ActionTarget,
  ActionRequest,
  IntegrationActions,
  PreparedAction,
} from './outgoing/integration-actions.ts'
export type {
  MailAccepted,
  MailAttachment,
  MailCallOptions,
  MailClient,
  MailFailure,
  MailFailureReason,
  MailMessage,
} from './outgoing/mail-client.ts'
export type { SqlCallOptions, SqlClient, SqlFailure, SqlQuery, SqlRows } from './outgoing/sql-client.ts'
export type { Clock } from './runtime/clock.ts'
export type { DiskSpace } from './runtime/disk-space.ts'
export type { Ids } from './runtime/ids.ts'
export type { DueExecution, LocalQueue } from './runtime/local-queue.ts'
export type { Log } from './runtime/log.ts'
export type {
  NodeCall,
  NodeCallsWorkflow,
  NodeCatalogue,
  NodeDone,
  NodeFailed,
  ReviewedNode,
  NodeFinding,
  NodeKind,
  NodeRepeat,
  NodeResult,
  NodeUsesState,
  NodeWait,
} from './runtime/node-kind.ts'
export type { HashingClient, PasswordHasher } from './runtime/password-hasher.ts'
export type {
  Sandbox,
  SandboxFailure,
  SandboxFailureReason,
  SandboxFiles,
  SandboxLog,
  SandboxRequest,
  SandboxResult,
} from './runtime/sandbox.ts'
export type { Scheduler } from './runtime/scheduler.ts'
export type { Thread } from './runtime/thread.ts'
export type { SealContext, Vault } from './runtime/vault.ts'
export type { LinkedWaitKind, WaitLinks, WaitLinkSet } from './runtime/wait-links.ts'
export type { WorkNotifier } from './runtime/work-notifier.ts'
export type {
  WorkerFailure,
  WorkerFailureReason,
  WorkerJob,
  WorkerPool,
  WorkerRequest,
  WorkerResult,
} from './runtime/worker-pool.ts'
export type { AccountStore } from './stores/account-store.ts'
export type {
  CredentialFilter,
  CredentialResult,
  CredentialStore,
  CredentialUpdate,
} from './stores/credential-store.ts'
export type { RestoreTarget, Snapshot, StoredValue, TableSnapshot } from './stores/shared/snapshot.ts'
export type { PauseStore } from './stores/accounts/pause-store.ts'
export type { AuditFilter, AuditStore, ListedActor } from './stores/accounts/audit-store.ts'
export type {
  AttemptOutcome,
  ClaimedDelivery,
  ClaimRequest,
  DeliveryStore,
  DueEndpoints,
  EndpointClaim,
  RedeliverRangeRequest,
  DeliveryFilter,
} from './stores/delivery-store.ts'
export type { DraftStore } from './stores/draft-store.ts'
export type { ExecutionClaims, TakenOver } from './stores/executions/execution-claims.ts'
export type { Ending } from './stores/executions/execution-ending.ts'
export type {
  CancelRequest,
  ExecutionIntake,
  SignalRequest,
  SignalResult,
} from './stores/executions/execution-intake.ts'
export type {
  AdmissionRequest,
  AdmissionResult,
  Checkpoint,
  CheckpointResult,
  EndingCheckpoint,
  ExecutionEnd,
  ExecutionJournal,
  Wait,
} from './stores/executions/execution-journal.ts'
export type {
  AllExecutionsFilter,
  ExecutionFilter,
  ExecutionQueries,
  JournalPage,
  ApprovalFilter,
  OpenApproval,
  OpenWait,
} from './stores/executions/execution-queries.ts'
export type { ExecutionRetention } from './stores/executions/execution-retention.ts'
export type { ExecutionStores } from './stores/executions/execution-stores.ts'
export type { HeartbeatStore } from './stores/executions/heartbeat-store.ts'
export type { FormStore } from './stores/form-store.ts'
export type { IdempotencyStore, RememberedAnswer } from './stores/idempotency-store.ts'
export type { ImportedApiStore } from './stores/imported-api-store.ts'
export type {
  FoundState,
  StateOutcome,
  StateStore,
  StateSummary,
  StateUse,
} from './stores/state/state-store.ts'
export type { RememberedItems } from './stores/state/remembered-items.ts'
export type { VariableStore } from './stores/state/variable-store.ts'
export type { BulkRunStore, ChosenItem } from './stores/insights/bulk-run-store.ts'
export type {
  FailurePosition,
  FailureQuery,
  FailureStore,
  ListedFailure,
} from './stores/insights/failure-store.ts'
export type { RunStatisticsStore } from './stores/insights/run-statistics-store.ts'
export type { IntegrationStore } from './stores/integration-store.ts'
export type { SavedFilterStore } from './stores/accounts/saved-filter-store.ts'
export type { InvitationStore } from './stores/accounts/invitation-store.ts'
export type { KeyHolder, KeyStore } from './stores/key-store.ts'
export type { ListenerStore, TriggerListener } from './stores/listener-store.ts'
export type {
  KnownProcess,
  MonitorStore,
  ProcessDescription,
  StorageUse,
} from './stores/accounts/monitor-store.ts'
export type { CountedRequest, RateCounters } from './stores/rate-counters.ts'
export type { Session, SessionStore, SetupLinkStore } from './stores/session-store.ts'
export type { CursorRequest, Page, PageRequest } from './stores/shared/paging.ts'
export type { Transaction, Transactions } from './stores/shared/transaction.ts'
export type { Store } from './stores/store.ts'
export type {
  ListedTrigger,
  TriggerFilter,
  TriggerOverviewStore,
  TriggerPosition,
} from './stores/insights/trigger-overview-store.ts'
export type { PolledTrigger, PollStore } from './stores/triggers/poll-store.ts'
export type {
  InboundTrigger,
  ScheduledRun,
  TriggerStore,
  UpcomingPosition,
  UpcomingSchedule,
} from './stores/trigger-store.ts'
export type { Mention, UsageStore } from './stores/usage-store.ts'
export type { UserStore } from './stores/user-store.ts'
export type { SealedValue, VaultRecordName, VaultStore } from './stores/vault-store.ts'
export type {
  NewTestVersion,
  PruneProgress,
  VersionLabel,
  VersionRetention,
  VersionStore,
} from './stores/version-store.ts'
export type { EndpointHealth, WebhookEndpointStore } from './stores/webhook-endpoint-store.ts'
export type {
  VersionDetails,
  WorkflowFilter,
  WorkflowLabelling,
  WorkflowSort,
  WorkflowStore,
} from './stores/workflow-store.ts'
