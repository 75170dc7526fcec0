import type {
  AccountId,
  ApiKey,
  Form,
  Integration,
  NewExecution,
  SealedCredential,
  SealedWebhookEndpoint,
  StepRecord,
  Submission,
  User,
  Workflow,
} from '#domain/index.ts'
import type { Ids } from '#ports/index.ts'

/** Records with every field filled in, each with an id of its own. */

const AT = Date.UTC(2026, 0, 31, 8, 30)

export function sampleWorkflow(ids: Ids, accountId: AccountId, changes: Partial<Workflow> = {}): Workflow {
  return {
    id: ids.next(AT),
    accountId,
    name: 'Order intake',
    description: 'Takes orders.',
    status: 'draft',
    nodes: [{ id: 'begin', type: 'start', position: { x: 10, y: 20 } }],
    edges: [{ source: 'begin', target: 'end' }],
    variables: { limit: 5 },
    versionId: ids.next(AT),
    revision: 1,
    createdAt: AT,
    updatedAt: AT,
    tags: [],
    folder: '',
    ...changes,
  }
}

export function sampleExecution(
  ids: Ids,
  workflow: Pick<Workflow, 'id' | 'accountId'>,
  changes: Partial<NewExecution> = {},
): NewExecution {
  const startedAt = changes.startedAt ?? AT
  return {
    id: ids.next(startedAt),
    accountId: workflow.accountId,
    workflowId: workflow.id,
    startedAt,
    input: { order: 7 },
    owner: 'runner-1',
    trigger: 'api',
    triggerNodeId: 'begin',
    ...changes,
  }
}

export function sampleStep(nodeId: string): StepRecord {
  return {
    nodeId,
    status: 'completed',
    handle: 'main',
    output: { from: nodeId },
    error: null,
    attempts: 1,
    startedAt: AT,
    endedAt: AT + 1,
  }
}

export function sampleKey(ids: Ids, accountId: AccountId, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: ids.next(AT),
    accountId,
    name: 'CI',
    prefix: 'mr_abcdef',
    scopes: ['workflows:read', 'executions:read'],
    createdAt: AT,
    expiresAt: AT + 1_000,
    lastUsedAt: null,
    revokedAt: null,
    ...changes,
  }
}

export function sampleUser(ids: Ids, accountId: AccountId, changes: Partial<User> = {}): User {
  return {
    id: ids.next(AT),
    accountId,
    email: `${ids.secret(6)}@example.com`,
    name: 'Test user',
    role: 'editor',
    passwordHash: '$argon2id$…',
    createdAt: AT,
    ...changes,
  }
}

export function sampleForm(ids: Ids, accountId: AccountId, changes: Partial<Form> = {}): Form {
  return {
    id: ids.next(AT),
    accountId,
    name: 'Contact',
    fields: [{ name: 'email', type: 'email', required: true }],
    settings: { description: 'Write to us.', max_submissions: 100, embed_origins: ['https://example.com'] },
    version: 1,
    revision: 1,
    submissionCount: 0,
    createdAt: AT,
    updatedAt: AT,
    ...changes,
  }
}

export function sampleSubmission(ids: Ids, form: Form, changes: Partial<Submission> = {}): Submission {
  return {
    id: ids.next(AT),
    accountId: form.accountId,
    formId: form.id,
    formVersion: form.version,
    data: { email: 'user@example.com' },
    createdAt: AT,
    ...changes,
  }
}

export function sampleCredential(
  ids: Ids,
  accountId: AccountId,
  changes: Partial<SealedCredential> = {},
): SealedCredential {
  return {
    id: ids.next(AT),
    accountId,
    name: 'Mail',
    type: 'smtp',
    allowedHosts: ['mail.example.com'],
    sealedValue: 'sealed',
    createdAt: AT,
    lastUsedAt: null,
    status: 'untested',
    lastError: null,
    valueChangedAt: AT,
    ...changes,
  }
}

export function sampleIntegration(
  ids: Ids,
  accountId: AccountId,
  changes: Partial<Integration> = {},
): Integration {
  return {
    id: ids.next(AT),
    accountId,
    type: 'smtp',
    name: 'Mail',
    status: 'untested',
    credentialId: null,
    createdAt: AT,
    lastTestedAt: null,
    lastError: null,
    ...changes,
  }
}

export function sampleEndpoint(
  ids: Ids,
  accountId: AccountId,
  changes: Partial<SealedWebhookEndpoint> = {},
): SealedWebhookEndpoint {
  return {
    id: ids.next(AT),
    accountId,
    url: 'https://example.com/hooks',
    events: ['workflow.executed', 'form.submitted'],
    status: 'active',
    createdAt: AT,
    sealedSecret: 'sealed',
    earlierSecret: null,
    ...changes,
  }
}
