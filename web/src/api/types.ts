/** What crosses the wire between this app and its service under /app. */

type Role = 'owner' | 'member'
export type PlanId = 'free' | 'starter' | 'pro' | 'business'

interface SignedOutSession {
  signed_in: false
  needs_owner: boolean
}

export interface SignedInSession {
  signed_in: true
  user: { id: string; email: string; name: string; role: Role }
  account: { id: string; name: string; plan: PlanId }
  needs_owner: false
  version: string
}

export type Session = SignedOutSession | SignedInSession

export interface SignInRequest {
  email: string
  password: string
}

export interface SetupRequest {
  token: string
  name: string
  email: string
  password: string
}

export interface ChangePasswordRequest {
  current_password: string
  new_password: string
}

export type Scope =
  | 'workflows:read'
  | 'workflows:write'
  | 'workflows:execute'
  | 'executions:read'
  | 'executions:write'
  | 'forms:read'
  | 'forms:write'
  | 'forms:submit'
  | 'credentials:read'
  | 'credentials:write'
  | 'integrations:read'
  | 'integrations:write'
  | 'webhooks:read'
  | 'webhooks:write'

export type ScopePreset = 'full_access' | 'read_only' | 'execute_only'
export type KeyStatus = 'active' | 'expired' | 'revoked'

export interface ApiKey {
  id: string
  name: string
  prefix: string
  scopes: Scope[]
  preset: ScopePreset | null
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
  status: KeyStatus
}

/** The answer to creating a key: the only time the service tells the key itself. */
export interface CreatedApiKey extends ApiKey {
  key: string
}

export interface CreateKeyRequest {
  name: string
  scopes: Scope[]
  expires_at: string | null
}

export interface RevokedApiKey {
  id: string
  revoked_at: string
}

export interface PlanOffer {
  id: PlanId
  name: string
  per_minute: number
  per_day: number
}

export interface PlanUse {
  plan: PlanId
  limits: { per_minute: number; per_day: number }
  used: { minute: number; day: number }
  resets_at: { minute: string; day: string }
  enforced: boolean
  plans: PlanOffer[]
}
