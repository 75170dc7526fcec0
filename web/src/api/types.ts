/** The types of requests and responses under /app: those of the contract, with the names this app uses. */
import type * as app from '@millrace/contract/app.ts'

export type { PlanId } from '@millrace/contract/plans.ts'
export type { Scope, ScopePreset } from '@millrace/contract/scopes.ts'

export type Session = app.Session
export type SignedInSession = Extract<app.Session, { signed_in: true }>
export type SignInRequest = app.SignIn
export type SetupRequest = app.OwnerSetup
export type ChangePasswordRequest = app.PasswordChange
export type ApiKey = app.Key
export type KeyStatus = app.Key['status']
/** The response to creating a key: the only one that contains the key itself. */
export type CreatedApiKey = app.CreatedKey
export type CreateKeyRequest = app.NewKey
export type PlanUsage = app.PlanUse
export type PlanOffer = app.PlanUse['plans'][number]

export interface RevokedApiKey {
  id: string
  revoked_at: string
}
