/** The permissions of an API key. A key has a set of scopes; each operation requires one. */
export const SCOPES = [
  'workflows:read',
  'workflows:write',
  'workflows:execute',
  'executions:read',
  'executions:write',
  'forms:read',
  'forms:write',
  'forms:submit',
  'files:read',
  'files:write',
  'state:read',
  'state:write',
  'variables:read',
  'variables:write',
  'credentials:read',
  'credentials:write',
  'integrations:read',
  'integrations:write',
  'webhooks:read',
  'webhooks:write',
] as const

export type Scope = (typeof SCOPES)[number]

/** Predefined sets of scopes. */
export const SCOPE_PRESETS = {
  full_access: [...SCOPES],
  read_only: SCOPES.filter((scope) => scope.endsWith(':read')),
  execute_only: ['workflows:execute', 'executions:read'],
} as const satisfies Record<string, readonly Scope[]>

export type ScopePreset = keyof typeof SCOPE_PRESETS
