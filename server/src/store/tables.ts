import type { BulkRunKind, BulkRunStatus } from '@millrace/contract/bulk-run.ts'
import type { CredentialStatus } from '@millrace/contract/credential.ts'
import type { AuditActorKind } from '@millrace/contract/audit.ts'
import type { DeliveryStatus } from '@millrace/contract/delivery.ts'
import type { EventKind } from '@millrace/contract/events.ts'
import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import type { ExecutionTrigger } from '@millrace/contract/execution-list.ts'
import type { IntegrationStatus } from '@millrace/contract/integration.ts'
import type { PlanId } from '@millrace/contract/plans.ts'
import type { CallRefusal } from '@millrace/contract/trigger-overview.ts'
import type { WebhookStatus } from '@millrace/contract/webhook.ts'
import type { WorkflowStatus } from '@millrace/contract/workflow.ts'
import type {
  AccountId,
  BulkRunItemStatus,
  PauseScope,
  RunOutcome,
  StateKind,
  TriggerKind,
  TriggerState,
  UserRole,
  WaitKind,
} from '#domain/index.ts'
import type { FileHolder, ProcessDescription, VaultRecordName } from '#ports/index.ts'

/**
 * The tables, identical in both databases. Times are milliseconds since the epoch. Documents are JSON **text**, not the
 * databases' JSON types, so that they are returned unchanged, including NUL characters and big numbers.
 */
export interface Tables {
  accounts: { id: AccountId; name: string; plan: PlanId; access_version: number; created_at: number }
  users: {
    id: string
    account_id: AccountId
    email: string
    email_folded: string
    name: string
    role: UserRole
    password_hash: string
    created_at: number
  }
  sessions: {
    digest: string
    account_id: AccountId
    user_id: string
    created_at: number
    expires_at: number
    last_seen_at: number
    address: string
    user_agent: string
  }
  invitations: {
    id: string
    account_id: AccountId
    digest: string
    role: UserRole
    note: string
    created_by: string
    created_at: number
    expires_at: number
  }
  audit_entries: {
    /** Contains the time of the entry. */
    id: string
    account_id: AccountId
    actor_kind: AuditActorKind
    /** `system` for the service and its command line. */
    actor_id: string
    actor_name: string
    action: string
    resource_kind: string
    resource_id: string | null
    resource_name: string | null
    address: string | null
    request_id: string | null
    details: string
  }
  pauses: { scope: PauseScope; paused_at: number; paused_by: string }
  setup_links: { digest: string; created_at: number }
  vault_records: { name: VaultRecordName; sealed: string }
  api_keys: {
    id: string
    account_id: AccountId
    name: string
    digest: string
    prefix: string
    scopes: string
    created_at: number
    expires_at: number | null
    last_used_at: number | null
    revoked_at: number | null
  }
  rate_counters: {
    account_id: AccountId
    minute_start: number
    minute_count: number
    day_start: number
    day_count: number
  }
  idempotency_answers: {
    account_id: AccountId
    key: string
    created_at: number
    request: string
    status: number
    headers: string
    body: string
  }
  workflows: {
    id: string
    account_id: AccountId
    name: string
    name_folded: string
    description: string
    status: WorkflowStatus
    version_id: string
    revision: number
    created_at: number
    updated_at: number
    deleted_at: number | null
    tags: string
    /** For the filter: `,"one","two",`. */
    tags_folded: string
    folder: string
  }
  workflow_versions: {
    id: string
    account_id: AccountId
    workflow_id: string
    /** From 1; 0 for a test version, which is outside the history from the start; -1 if it went to a later version. */
    number: number
    created_at: number
    node_count: number
    edge_count: number
    /** 1 if a later autosave may take its number. */
    is_autosave: number
    /** Since when it is outside the history: replaced by a later autosave, or stored for runs of a working copy. */
    unlisted_at: number | null
    author: string | null
    note: string | null
    changes: string | null
    nodes: string
    edges: string
    variables: string
    /** Of a test version: the node to stop after, as JSON text like `trigger_node_id`. */
    until_node_id: string | null
  }
  workflow_drafts: {
    workflow_id: string
    account_id: AccountId
    base_version_id: string
    base_version_number: number
    /** A new id with every save. The ETag is derived from it. */
    revision: string
    updated_at: number
    updated_by: string | null
    nodes: string
    edges: string
    variables: string
  }
  executions: {
    id: string
    account_id: AccountId
    workflow_id: string
    version_id: string
    status: ExecutionStatus
    started_at: number
    completed_at: number | null
    owner: string
    sequence: number
    input: string
    output: string | null
    error: string | null
    /** JSON text as well: a node id is arbitrary text from a workflow definition. */
    trigger_node_id: string | null
    depth: number
    parent_id: string | null
    parent_wait_id: string | null
    retry_of: string | null
    chain: number
    active_ms: number
    computing_ms: number
    /** Takeovers in a row, while it was computed, at the sequence `taken_over_at`; at another one, it has advanced since. */
    takeovers: number
    taken_over_at: number
    /** 1 while its owner computes it. Only known since a takeover. */
    is_computing: number
    signal_sequence: number
    /** 1 once the execution has had a wait or a concurrency slot. While it is 0, its end has no such rows to delete. */
    has_waits: number
    /** The first pages of the journal, one per line: that of an inline run, and on SQLite short ones. The others are in `execution_journal`. */
    journal: string | null
    trigger_kind: ExecutionTrigger
    /** The code of `error`, as `toErrorCode` shortens it. */
    error_code: string | null
  }
  execution_journal: { execution_id: string; sequence: number; steps: string; logs: string }
  execution_waits: {
    id: string
    execution_id: string
    account_id: AccountId
    kind: WaitKind
    due_at: number | null
    /** When it began, and the page of the journal that describes it; null for timers. */
    begun_at: number | null
    journal_sequence: number | null
  }
  execution_slots: {
    execution_id: string
    account_id: AccountId
    workflow_id: string
    slot_key: string
    /** 0 while the execution is queued for the slot. */
    is_held: number
    slot_limit: number
  }
  execution_signals: {
    id: string
    execution_id: string
    position: number
    event: string | null
    wait_id: string | null
    data: string
    created_at: number
  }
  trigger_listeners: {
    id: string
    account_id: AccountId
    trigger_id: string
    data: string
    /** JSON text, as in `triggers`. */
    credential_id: string | null
    expires_at: number
  }
  captured_events: { id: string; trigger_id: string; received_at: number; input: string }
  triggers: {
    id: string
    account_id: AccountId
    workflow_id: string
    /** JSON text, like `trigger_node_id` of executions. So is `credential_id`. */
    node_id: string
    kind: TriggerKind
    state: TriggerState
    credential_id: string | null
    topic: string | null
    inbound_key: string | null
    next_run: number | null
    fire_at: number | null
    data: string
    paused_at: number | null
    paused_by: string | null
    /** The last call that was refused. */
    refused_at: number | null
    refusal: CallRefusal | null
  }
  polls: {
    trigger_id: string
    account_id: AccountId
    /** JSON text. */
    cursor: string
    is_primed: number
    is_behind: number
    claim: string | null
    claim_until: number | null
    polled_at: number | null
    found: number
    failures: number
    failed_at: number | null
    failing_since: number | null
    error_code: string | null
    error_message: string | null
    reported_at: number | null
    position: number
    memory: string | null
    fruitless_pages: number
  }
  trigger_runs: { trigger_id: string; account_id: AccountId; run_at: number; noted_at: number }
  inbound_deliveries: {
    trigger_id: string
    account_id: AccountId
    delivery_key: string
    execution_id: string
    created_at: number
  }
  processes: {
    id: string
    role: ProcessDescription['role']
    host: string
    version: string
    started_at: number
  }
  heartbeats: { owner: string; seen_at: number }
  probes: { id: number; written: number }
  /** How far a background task has read. */
  fold_progress: {
    name: 'executions'
    sequence: number
    last_id: string
    leased_by: string
    leased_until: number
  }
  /** Executions that had not ended when the task read them. */
  unfolded_runs: { execution_id: string }
  run_counts: {
    account_id: AccountId
    /** The nil UUID for the sum of all workflows. */
    workflow_id: string
    /** The start of the hour. */
    hour: number
    outcome: RunOutcome
    duration_bin: number
    runs: number
  }
  failures: {
    /** Derived from the cause. */
    id: string
    account_id: AccountId
    workflow_id: string
    /** JSON text, like `trigger_node_id` of executions. So are `code` and `message`. */
    node_id: string | null
    code: string
    message: string
    ignored_until: number | null
    ignored_version_id: string | null
  }
  failed_runs: {
    execution_id: string
    account_id: AccountId
    failure_id: string
    version_id: string
    /** 1 once it was resumed, by whomever. */
    is_resumed: number
  }
  bulk_runs: {
    id: string
    account_id: AccountId
    kind: BulkRunKind
    /** Null if executions were chosen. */
    failure_id: string | null
    workflow_id: string | null
    /** JSON text. */
    cause: string
    version: 'current' | 'original'
    status: BulkRunStatus
    /** JSON text: how many matching executions are no items, and why. */
    excluded: string
    total: number
    /** Outcomes, written when it ends: old executions may be deleted before the rest has ended. */
    completed: number
    failed: number
    trial_execution_id: string | null
    message: string | null
    created_at: number
    ended_at: number | null
    /** The process that works on it has it until then. After its end: when it is counted again. */
    leased_until: number
    /** JSON text: what it has achieved. Null while executions can still change that. */
    final_progress: string | null
  }
  bulk_run_items: {
    bulk_run_id: string
    execution_id: string
    status: BulkRunItemStatus
    new_execution_id: string | null
    message: string | null
  }
  saved_filters: {
    id: string
    account_id: AccountId
    user_id: string
    name: string
    name_folded: string
    /** JSON text. */
    filter: string
    created_at: number
  }
  forms: {
    id: string
    account_id: AccountId
    name: string
    fields: string
    settings: string | null
    /** The number of stored submissions. */
    submission_count: number
    created_at: number
    updated_at: number
    /** The number of the current version of the fields. */
    version: number
    /** Increases with every change. The ETag is derived from it. */
    revision: number
  }
  form_versions: {
    form_id: string
    /** From 1. */
    number: number
    created_at: number
    /** Null for the current version. */
    superseded_at: number | null
    submission_count: number
    fields: string
  }
  submissions: {
    id: string
    account_id: AccountId
    form_id: string
    data: string
    created_at: number
    form_version: number
  }
  files: {
    id: string
    account_id: AccountId
    content_id: string
    name: string
    media_type: string
    size: number
    sha256: string
    created_at: number
    is_referenced: number
  }
  file_contents: { id: string; sha256: string; size: number }
  file_references: { holder_id: string; file_id: string; holder: FileHolder }
  /** The files of an account and their bytes, counted as they come and go. */
  file_usage: { account_id: AccountId; files: number; bytes: number }
  /** Contents to remove from the file store at `due_at`, unless a file is recorded for them until then. */
  file_removals: { content_id: string; due_at: number; is_begun: number }
  /** Contents, if PostgreSQL is the file store. */
  file_chunks: { content_id: string; position: number; data: Uint8Array }
  credentials: {
    id: string
    account_id: AccountId
    name: string
    type: string
    allowed_hosts: string | null
    sealed_value: string
    created_at: number
    last_used_at: number | null
    name_folded: string
    status: CredentialStatus
    last_error: string | null
    last_error_at: number | null
    value_changed_at: number
  }
  integrations: {
    id: string
    account_id: AccountId
    type: string
    name: string
    status: IntegrationStatus
    credential_id: string | null
    created_at: number
    last_tested_at: number | null
    last_error: string | null
  }
  imported_apis: { integration_id: string; account_id: AccountId; definition: string }
  imported_operations: {
    integration_id: string
    position: number
    account_id: AccountId
    name: string
    search_folded: string
    definition: string
  }
  imported_parts: { integration_id: string; pointer: string; account_id: AccountId; definition: string }
  webhook_endpoints: {
    id: string
    account_id: AccountId
    url: string
    events: string
    sealed_secret: string
    status: WebhookStatus
    created_at: number
    earlier_sealed_secret: string | null
    earlier_secret_until: number | null
    /** Consecutive failures since the last successful delivery. */
    failures: number
    failing_since: number | null
    /** The endpoint is paused until then. */
    rest_until: number | null
  }
  events: { id: string; account_id: AccountId; kind: EventKind; created_at: number; body: string }
  deliveries: {
    event_id: string
    endpoint_id: string
    account_id: AccountId
    status: DeliveryStatus
    /** Time of the next attempt; while claimed, when the claim expires. Null unless pending. */
    due_at: number | null
    claimed_by: string | null
    /** Attempts since the delivery was created or last redelivered. */
    tries: number
    /** All attempts. */
    attempts: number
    created_at: number
    completed_at: number | null
    response_status: number | null
    error: string | null
  }
  delivery_attempts: {
    event_id: string
    endpoint_id: string
    number: number
    account_id: AccountId
    attempted_at: number
    duration_ms: number
    response_status: number | null
    error: string | null
    request: string
    response: string | null
  }
  variables: {
    id: string
    account_id: AccountId
    name: string
    name_folded: string
    /** JSON text. */
    value: string
    description: string
    revision: number
    created_at: number
    updated_at: number
  }
  state_entries: {
    account_id: AccountId
    scope: string
    key: string
    id: string
    kind: StateKind
    /** JSON text. */
    value: string
    revision: number
    /** The highest position of its items. */
    position: number
    created_at: number
    updated_at: number
    expires_at: number | null
    /** Of an entry of the kind `seen`. */
    memory: string | null
  }
  /** The items of polls and of state, by memory. Without a foreign key: see `forgetMemories`. */
  remembered_items: { memory: string; item: string; position: number; expires_at: number | null }
  forgotten_memories: { memory: string }
}
