import { GuardedDialer } from '#adapters/outgoing/guarded-dialer.ts'
import { GuardedHttpClient } from '#adapters/outgoing/guarded-http-client.ts'
import { NodemailerMailClient } from '#adapters/outgoing/nodemailer-mail-client.ts'
import { PgSqlClient } from '#adapters/outgoing/pg-sql-client.ts'
import { nodeKinds } from '#nodes/catalogue.ts'
import type { CredentialReader } from '#ports/credential-reader.ts'
import type { NodeKind } from '#ports/node-kind.ts'
import type { Sandbox } from '#ports/sandbox.ts'
import { knownCredentials } from './known-credentials.ts'

/** Every kind of node over real clients, which reach this machine. */
export function loopbackNodeKinds(
  sandbox: Sandbox,
  credentials: CredentialReader = knownCredentials(),
): readonly NodeKind[] {
  const dialer = new GuardedDialer({ policy: { allowLoopback: true, allow: [] } })
  return nodeKinds({
    sandbox,
    http: new GuardedHttpClient(dialer),
    mail: new NodemailerMailClient(dialer),
    sql: new PgSqlClient(dialer),
    credentials,
  })
}
