import { systemClock } from '#adapters/clock/system-clock.ts'
import { GuardedDialer } from '#adapters/outgoing/guarded-dialer.ts'
import { GuardedHttpClient } from '#adapters/outgoing/guarded-http-client.ts'
import { NodemailerMailClient } from '#adapters/outgoing/nodemailer-mail-client.ts'
import { PgSqlClient } from '#adapters/outgoing/pg-sql-client.ts'
import { CachedAccessTokens } from '#adapters/tokens/cached-access-tokens.ts'
import { AccountActions } from '#features/integrations/account-actions.ts'
import { nodeKinds } from '#nodes/catalogue.ts'
import type { CredentialReader } from '#ports/credential-reader.ts'
import type { NodeKind } from '#ports/node-kind.ts'
import type { Sandbox } from '#ports/sandbox.ts'
import type { Store } from '#ports/store.ts'
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
