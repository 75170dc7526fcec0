import { SCOPE_PRESETS, SCOPES } from '@millrace/contract/scopes.ts'
import type { ApiKey, Scope, ScopePreset } from '../../api/types.ts'

interface ScopeWords {
  scope: Scope
  label: string
  explanation: string
}

interface ScopeGroup {
  title: string
  scopes: readonly ScopeWords[]
}

/** Every scope, in plain words, by the resource it speaks of. */
export const scopeGroups: readonly ScopeGroup[] = [
  {
    title: 'Workflows',
    scopes: [
      { scope: 'workflows:read', label: 'Read', explanation: 'See workflows and how they are built.' },
      {
        scope: 'workflows:write',
        label: 'Write',
        explanation: 'Create, change, publish and delete workflows.',
      },
      {
        scope: 'workflows:execute',
        label: 'Execute',
        explanation: 'Start a workflow with input of its own.',
      },
    ],
  },
  {
    title: 'Executions',
    scopes: [
      {
        scope: 'executions:read',
        label: 'Read',
        explanation: 'See executions, their logs and their output.',
      },
      {
        scope: 'executions:write',
        label: 'Write',
        explanation: 'Act on executions, such as cancelling one.',
      },
    ],
  },
  {
    title: 'Forms',
    scopes: [
      { scope: 'forms:read', label: 'Read', explanation: 'See forms and what people sent in.' },
      { scope: 'forms:write', label: 'Write', explanation: 'Create, change and delete forms.' },
      { scope: 'forms:submit', label: 'Submit', explanation: 'Send in answers to a form.' },
    ],
  },
  {
    title: 'Credentials',
    scopes: [
      {
        scope: 'credentials:read',
        label: 'Read',
        explanation: 'See names and types, never the secret values.',
      },
      { scope: 'credentials:write', label: 'Write', explanation: 'Add and delete credentials.' },
    ],
  },
  {
    title: 'Integrations',
    scopes: [
      { scope: 'integrations:read', label: 'Read', explanation: 'See which services are connected.' },
      { scope: 'integrations:write', label: 'Write', explanation: 'Change and test connections.' },
    ],
  },
  {
    title: 'Webhooks',
    scopes: [
      { scope: 'webhooks:read', label: 'Read', explanation: 'See where events are sent.' },
      { scope: 'webhooks:write', label: 'Write', explanation: 'Add and delete receivers of events.' },
    ],
  },
]

export const allScopes: readonly Scope[] = SCOPES

export const presetScopes: Record<ScopePreset, readonly Scope[]> = SCOPE_PRESETS

export const presetNames: Record<ScopePreset, string> = {
  full_access: 'Full access',
  read_only: 'Read only',
  execute_only: 'Execute only',
}

/** Always in the order of the catalogue, so that equal choices are equal requests. */
export function toggleScope(scopes: readonly Scope[], scope: Scope, on: boolean): Scope[] {
  return allScopes.filter((one) => (one === scope ? on : scopes.includes(one)))
}

/** "Full access", or how many scopes a key of its own mixture has. */
export function summarizeScopes({ preset, scopes }: Pick<ApiKey, 'preset' | 'scopes'>): string {
  if (preset !== null) return presetNames[preset]
  return scopes.length === 1 ? '1 scope' : `${scopes.length} scopes`
}
