import type { Scope } from '@millrace/contract/scopes.ts'
import type { WaitLinks } from '#ports/index.ts'

/** Whoever has a link can answer the wait, so callers that may only read get none. */
export function linksFor(scopes: readonly Scope[], links: WaitLinks): WaitLinks | undefined {
  return scopes.includes('executions:write') ? links : undefined
}
