import {
  GuardedDialer,
  GuardedHttpClient,
  NodemailerMailClient,
  PgSqlClient,
  ProcessSandbox,
} from '#adapters/index.ts'
import { nodeKinds } from '#nodes/index.ts'
import type { NodeKind } from '#ports/index.ts'

/** For descriptions only: these kinds cannot run. */
export function describedKinds(): readonly NodeKind[] {
  const dialer = new GuardedDialer({ policy: { allowLoopback: false, allow: [] } })
  return nodeKinds({
    sandbox: new ProcessSandbox(),
    http: new GuardedHttpClient(dialer),
    mail: new NodemailerMailClient(dialer),
    sql: new PgSqlClient(dialer),
    credentials: { reveal: async () => undefined, report: async () => undefined },
    tokens: { obtain: () => Promise.reject(new Error('cannot run')) },
    actions: {
      credentialTypes: [],
      review: () => Promise.resolve([]),
      check: () => [],
      prepare: () => Promise.reject(new Error('cannot run')),
    },
  })
}
