import { ROLE_SCOPES, type Role } from '@millrace/contract/roles.ts'
import type { Scope } from '../api/types.ts'
import { useSignedInSession } from './layout/use-signed-in-session.ts'

/** Whether the user may do what the scope allows. The server decides; this hides what it would refuse. */
export function useCan(scope: Scope): boolean {
  return can(useSignedInSession().user.role, scope)
}

export function can(role: Role, scope: Scope): boolean {
  return ROLE_SCOPES[role].includes(scope)
}
