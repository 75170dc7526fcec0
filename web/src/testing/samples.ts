import type { ApiKey, SignedInSession } from '../api/types.ts'
import type { WorkflowSummary } from '../api/workflows.ts'

export const signedOut = { signed_in: false, needs_owner: false } as const
export const withoutOwner = { signed_in: false, needs_owner: true } as const

export const signedIn: SignedInSession = {
  signed_in: true,
  user: { id: 'user', email: 'owner@example.com', name: 'Olive Owner', role: 'owner' },
  account: { id: 'account', name: 'Default account', plan: 'pro' },
  needs_owner: false,
  version: '0.1.0',
}

export const sampleKey: ApiKey = {
  id: 'key-1',
  name: 'Nightly import',
  prefix: 'mr_abc123',
  scopes: ['workflows:execute', 'executions:read'],
  preset: 'execute_only',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  status: 'active',
}

export const viewer: SignedInSession = { ...signedIn, user: { ...signedIn.user, role: 'viewer' } }

export function sampleWorkflow(name: string, members: Partial<WorkflowSummary> = {}): WorkflowSummary {
  return {
    id: name.toLowerCase().replaceAll(' ', '-'),
    name,
    status: 'draft',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
    tags: [],
    folder: '',
    last_run: null,
    recent_runs: [],
    draft: { changed: false, version_number: null, updated_at: null },
    ...members,
  }
}
