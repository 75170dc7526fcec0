import { GuardedDialer, type GuardedDialerOptions } from '#adapters/outgoing/guarded-dialer.ts'
import { GuardedHttpClient } from '#adapters/outgoing/guarded-http-client.ts'
import { HostTurns } from '#adapters/outgoing/host-turns.ts'
import { NodemailerMailClient } from '#adapters/outgoing/nodemailer-mail-client.ts'
import { PgSqlClient } from '#adapters/outgoing/pg-sql-client.ts'
import { ProcessSandbox } from '#adapters/sandbox/process-sandbox.ts'
import { CachedAccessTokens } from '#adapters/tokens/cached-access-tokens.ts'
import { LocalWakeups } from '#adapters/wakeups/local-wakeups.ts'
import { Engine } from '#engine/engine.ts'
import type { Pace } from '#engine/pace.ts'
import { VaultCredentialReader } from '#features/credentials/vault-credential-reader.ts'
import { AccountActions } from '#features/integrations/account-actions.ts'
import { nodeCatalogue, nodeKinds } from '#nodes/catalogue.ts'
import type { HttpClient } from '#ports/http-client.ts'
import type { CredentialReader } from '#ports/credential-reader.ts'
import type { NodeKind } from '#ports/node-kind.ts'
import type { WaitLinks } from '#ports/wait-links.ts'
import type { Foundation } from './foundation.ts'

/** What lies behind the guard; see {@link GuardedDialerOptions}. */
export type OutgoingNetwork = Pick<GuardedDialerOptions, 'resolve' | 'connect'>

export type OutgoingHttp = HttpClient & { close(): Promise<void> }

export interface WiredEngine {
  readonly engine: Engine
  readonly kinds: readonly NodeKind[]
  /** What nodes and integrations reach the world with; nothing gets past the guard behind them. */
  readonly clients: {
    readonly http: OutgoingHttp
    readonly mail: NodemailerMailClient
    readonly sql: PgSqlClient
  }
  /** For what webhooks are told. */
  readonly deliveryHttp: OutgoingHttp
  readonly credentials: CredentialReader
  readonly tokens: CachedAccessTokens
  close(): Promise<void>
}

/** The engine with all that nodes can reach. */
export function wireEngine(
  foundation: Foundation,
  links: WaitLinks,
  {
    pace = {},
    http,
    network = {},
  }: { readonly pace?: Partial<Pace>; readonly http?: OutgoingHttp; readonly network?: OutgoingNetwork },
): WiredEngine {
  const { config, store, vault, doorbell, agreedTime, clock, scheduler, ids, log } = foundation
  const dialer = new GuardedDialer({
    policy: {
      // Who reaches this port says who uses the service, unless it is a worker: nobody uses it by its port.
      allowLoopback: config.isForThisMachineOnly && config.role !== 'worker',
      allow: config.egressAllow,
    },
    ...network,
  })
  const clients = {
    http: http ?? new GuardedHttpClient(dialer, new HostTurns(config.hostConcurrency)),
    mail: new NodemailerMailClient(dialer),
    sql: new PgSqlClient(dialer),
  }
  // Receivers of deliveries have turns of their own, webhook by webhook: a host that many use must not hold them up.
  const deliveryHttp = http ?? new GuardedHttpClient(dialer)
  const sandbox = new ProcessSandbox()
  const credentials = new VaultCredentialReader({ store, vault, clock, log })
  const tokens = new CachedAccessTokens(clients.http, clock)
  const actions = new AccountActions({ store, credentials, tokens })
  const kinds = nodeKinds({ ...clients, sandbox, credentials, tokens, actions })
  const engine = new Engine({
    executions: store.executions,
    workflows: store.workflows,
    runners: store.runners,
    wakeups: new LocalWakeups(),
    doorbell,
    catalogue: nodeCatalogue(kinds),
    clock,
    ...(agreedTime && { agreedTime }),
    scheduler,
    ids,
    links,
    log,
    alone: config.databaseUrl === undefined,
    runs: config.role !== 'api',
    pace,
  })
  return {
    engine,
    kinds,
    clients,
    deliveryHttp,
    credentials,
    tokens,
    async close() {
      await sandbox.close()
      await clients.http.close()
      await deliveryHttp.close()
    },
  }
}
