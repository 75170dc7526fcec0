import { type Role, ROLES } from '@millrace/contract/roles.ts'
import type { Scope } from '@millrace/contract/scopes.ts'
import { AppError } from '../shared/app-error.ts'
import type { Account } from './account.ts'

/** Who sent a request: a program with an API key, or a person who is signed in to the web app. */
export type Actor =
  | { readonly kind: 'key'; readonly id: string; readonly name: string }
  | { readonly kind: 'person'; readonly id: string; readonly name: string; readonly role: Role }

/** An authenticated sender of requests, and what it may do. */
export interface Caller {
  readonly account: Account
  readonly scopes: readonly Scope[]
  readonly actor: Actor
  /** When its key or session expires; null: never. */
  readonly expiresAt: number | null
}

export function refuseMissingScope({ scopes, actor }: Pick<Caller, 'scopes' | 'actor'>, scope: Scope): void {
  if (scopes.includes(scope)) return
  if (actor.kind === 'person') throw missingRole(actor, 'editor', { required_scope: scope })
  throw new AppError('FORBIDDEN', `The API key does not have the scope ${scope}.`, { required_scope: scope })
}

/** Nobody can give away rights that they do not have themselves. */
export function refuseMoreRights(creator: Caller, wanted: readonly Scope[]): void {
  for (const scope of wanted) refuseMissingScope(creator, scope)
}

/** Refuses everyone but people with this role or a more powerful one. */
export function refuseMissingRole({ actor }: Caller, required: Role): void {
  const isAllowed = actor.kind === 'person' && ROLES.indexOf(actor.role) <= ROLES.indexOf(required)
  if (!isAllowed) throw missingRole(actor, required)
}

function missingRole(
  actor: Actor,
  required: Role,
  details: Readonly<Record<string, unknown>> = {},
): AppError {
  const allowed = required === 'owner' ? 'an owner' : 'an editor or an owner'
  const own = actor.kind === 'person' ? ` Your role is ${actor.role}.` : ''
  return new AppError('FORBIDDEN', `Only ${allowed} may do this.${own}`, {
    ...details,
    required_role: required,
  })
}
