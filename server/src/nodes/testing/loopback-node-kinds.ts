import {
  CachedAccessTokens,
  GuardedDialer,
  GuardedHttpClient,
  NodemailerMailClient,
  PgSqlClient,
  systemClock,
} from '#adapters/index.ts'
import { AccountActions } from '#features/index.ts'
import { nodeKinds } from '#nodes/catalogue.ts'
import type { CredentialReader, NodeKind, Sandbox, Store } from '#ports/index.ts'
import { knownCredentials } from './known-credentials.ts'

/** All node kinds with real clients that may connect to loopback addresses. */
export function loopbackNodeKinds(
  sandbox: Sandbox,
  credentials: CredentialReader = knownCredentials(),
): readonly NodeKind[] {
  const dialer = new GuardedDialer({ policy: { allowLoopback: true, allow: [] } })
  const http = new GuardedHttpClient(dialer)
  const tokens = new CachedAccessTokens(http, systemClock)
  // No account has integrations here: actions use a type of the catalogue.
  const store = { integrations: { find: async () => undefined } } as unknown as Store
  return nodeKinds({
    sandbox,
    http,
    tokens,
    actions: new AccountActions({ store, credentials, tokens }),
    mail: new NodemailerMailClient(dialer),
    sql: new PgSqlClient(dialer),
    credentials,
  })
}
