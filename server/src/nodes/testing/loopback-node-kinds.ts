import {
  CachedAccessTokens,
  GuardedDialer,
  GuardedHttpClient,
  NodemailerMailClient,
  PgSqlClient,
  PiscinaWorkerPool,
  systemClock,
} from '#adapters/index.ts'
import { AccountActions } from '#features/index.ts'
import { nodeKinds } from '#nodes/catalogue.ts'
import type { CredentialReader, Files, NodeKind, Sandbox, Store } from '#ports/index.ts'
import { MemoryFiles } from './memory-files.ts'
import { knownCredentials } from './known-credentials.ts'

/** All node kinds with real clients that may connect to loopback addresses. */
export function loopbackNodeKinds(
  sandbox: Sandbox,
  credentials: CredentialReader = knownCredentials(),
  files: Files = new MemoryFiles(),
): readonly NodeKind[] {
  const dialer = new GuardedDialer({ policy: { allowLoopback: true, allow: [] } })
  const http = new GuardedHttpClient(dialer)
  const tokens = new CachedAccessTokens(http, systemClock)
  // No account has integrations or stored credentials here: actions use a type of the catalogue.
  const nothing = { find: async () => undefined }
  const store = { integrations: nothing, credentials: nothing } as unknown as Store
  return nodeKinds({
    sandbox,
    // No thread starts before the first job, and idle ones do not keep the process alive.
    workers: new PiscinaWorkerPool(),
    http,
    tokens,
    actions: new AccountActions({ store, credentials, tokens, files }),
    mail: new NodemailerMailClient(dialer),
    sql: new PgSqlClient(dialer),
    files,
    credentials,
  })
}
