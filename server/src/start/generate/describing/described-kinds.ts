import {
  GuardedDialer,
  GuardedHttpClient,
  NodemailerMailClient,
  PgSqlClient,
  PiscinaWorkerPool,
  ProcessSandbox,
} from '#adapters/index.ts'
import { nodeKinds } from '#nodes/index.ts'
import type { NodeKind } from '#ports/index.ts'

/** For descriptions only: these kinds cannot run. */
export function describedKinds(): readonly NodeKind[] {
  const dialer = new GuardedDialer({ policy: { allowLoopback: false, allow: [] } })
  return nodeKinds({
    sandbox: new ProcessSandbox(),
    workers: new PiscinaWorkerPool(),
    http: new GuardedHttpClient(dialer),
    mail: new NodemailerMailClient(dialer),
    sql: new PgSqlClient(dialer),
    files: { create: cannotRun, open: cannotRun },
    credentials: { reveal: async () => undefined, report: async () => undefined },
    tokens: { obtain: cannotRun },
    actions: {
      credentialTypes: [],
      review: () => Promise.resolve([]),
      check: () => [],
      prepare: cannotRun,
    },
  })
}

function cannotRun(): Promise<never> {
  return Promise.reject(new Error('cannot run'))
}
