/** What crosses the wire between this app and its service under /app: the contract's types under this app's names. */
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
/** The answer to creating a key: the only time the service tells the key itself. */
export type CreatedApiKey = app.CreatedKey
export type CreateKeyRequest = app.NewKey
export type PlanUse = app.PlanUse
export type PlanOffer = app.PlanUse['plans'][number]

export interface RevokedApiKey {
  id: string
  revoked_at: string
}
