import { SCOPES, type Scope } from './scopes.ts'

/** What a person may do, the most powerful role first. An owner also manages API keys, people and the plan. */
export const ROLES = ['owner', 'editor', 'viewer'] as const

export type Role = (typeof ROLES)[number]

/** The scopes of a role: a person may call an operation under the same condition as an API key. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  editor: SCOPES,
  viewer: SCOPES.filter((scope) => scope.endsWith(':read')),
}
