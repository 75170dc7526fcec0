import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import type { IntegrationStatus } from '@millrace/contract/integration.ts'
import type { PlanId } from '@millrace/contract/plans.ts'
import type { WebhookStatus } from '@millrace/contract/webhook.ts'
import type { WorkflowStatus } from '@millrace/contract/workflow.ts'
import type { AccountId } from '#domain/account.ts'
import type { UserRole } from '#domain/user.ts'

/**
 * The tables as both databases have them. Times are milliseconds since the epoch. Documents are JSON **text**, not the
 * databases' JSON types: what came in goes out unchanged, NUL characters and big numbers included.
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
  sessions: { digest: string; account_id: AccountId; user_id: string; created_at: number; expires_at: number }
  setup_links: { digest: string; created_at: number }
  vault_canary: { id: number; sealed: string }
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
  }
  workflow_versions: {
    id: string
    account_id: AccountId
    workflow_id: string
    created_at: number
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
  }
  execution_journal: { execution_id: string; sequence: number; steps: string; logs: string }
  runners: { owner: string; seen_at: number }
  forms: {
    id: string
    account_id: AccountId
    name: string
    fields: string
    settings: string | null
    submission_count: number
    created_at: number
    updated_at: number
  }
  submissions: { id: string; account_id: AccountId; form_id: string; data: string; created_at: number }
  credentials: {
    id: string
    account_id: AccountId
    name: string
    type: string
    allowed_hosts: string | null
    sealed_value: string
    created_at: number
    last_used_at: number | null
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
  }
  webhooks: {
    id: string
    account_id: AccountId
    url: string
    events: string
    sealed_secret: string
    status: WebhookStatus
    created_at: number
  }
}
