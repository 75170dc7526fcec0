import { GuardedDialer } from '#adapters/outgoing/guarded-dialer.ts'
import { GuardedHttpClient } from '#adapters/outgoing/guarded-http-client.ts'
import { NodemailerMailClient } from '#adapters/outgoing/nodemailer-mail-client.ts'
import { PgSqlClient } from '#adapters/outgoing/pg-sql-client.ts'
import { ProcessSandbox } from '#adapters/sandbox/process-sandbox.ts'
import { nodeKinds } from '#nodes/catalogue.ts'
import type { NodeKind } from '#ports/node-kind.ts'

/** For descriptions only: these kinds cannot run. */
export function describedKinds(): readonly NodeKind[] {
  const dialer = new GuardedDialer({ policy: { allowLoopback: false, allow: [] } })
  return nodeKinds({
    sandbox: new ProcessSandbox(),
    http: new GuardedHttpClient(dialer),
    mail: new NodemailerMailClient(dialer),
    sql: new PgSqlClient(dialer),
    credentials: { reveal: async () => undefined },
    tokens: { obtain: () => Promise.reject(new Error('cannot run')) },
    actions: { check: () => [], prepare: () => Promise.reject(new Error('cannot run')) },
  })
}
