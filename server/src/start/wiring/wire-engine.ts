import {
  CachedAccessTokens,
  GuardedDialer,
  type GuardedDialerOptions,
  GuardedHttpClient,
  HostSemaphore,
  MemoryLocalQueue,
  NodemailerMailClient,
  PgSqlClient,
  ProcessSandbox,
  systemThread,
} from '#adapters/index.ts'
import { Engine, type PollIntervals, ShadowRuns, Turns } from '#engine/index.ts'
import { AccountActions, VaultCredentialReader } from '#features/index.ts'
import { nodeCatalogue, nodeKinds, shadowNodeKinds } from '#nodes/index.ts'
import type { CredentialReader, HttpClient, NodeKind, WaitLinks, WorkerPool } from '#ports/index.ts'
import type { Foundation } from './foundation.ts'

/** Replacements for name resolution and connections behind the guard; see {@link GuardedDialerOptions}. */
export type OutgoingNetwork = Pick<GuardedDialerOptions, 'resolve' | 'connect'>

export type OutgoingHttp = HttpClient & { close(): Promise<void> }

export interface WiredEngine {
  readonly engine: Engine
  /** Tries definitions on recorded runs. It has no client, no store and no queue. */
  readonly shadow: ShadowRuns
  readonly kinds: readonly NodeKind[]
  /** Clients of nodes and integrations; all of their connections pass the egress guard. */
  readonly clients: {
    readonly http: OutgoingHttp
    readonly mail: NodemailerMailClient
    readonly sql: PgSqlClient
  }
  /** For deliveries to webhook endpoints. */
  readonly deliveryHttp: OutgoingHttp
  readonly credentials: CredentialReader
  readonly tokens: CachedAccessTokens
  close(): Promise<void>
}

/** Creates the engine with the clients that nodes use. */
export function wireEngine(
  foundation: Foundation,
  links: WaitLinks,
  {
    intervals = {},
    http,
    network = {},
    workers,
  }: {
    readonly workers: WorkerPool
    readonly intervals?: Partial<PollIntervals>
    readonly http?: OutgoingHttp
    readonly network?: OutgoingNetwork
  },
): WiredEngine {
  const { config, store, vault, workNotifier, databaseTime, clock, scheduler, ids, log, files } = foundation
  const dialer = new GuardedDialer({
    policy: {
      // A local service may connect to its own machine. A worker has no users at its port, so its address says nothing.
      allowLoopback: config.isLocalOnly && config.role !== 'worker',
      allow: config.egressAllow,
    },
    onRefusal: (refusal) => log.warn(refusal, 'refused an outgoing connection'),
    ...network,
  })
  const clients = {
    http: http ?? new GuardedHttpClient(dialer, new HostSemaphore(config.hostConcurrency)),
    mail: new NodemailerMailClient(dialer),
    sql: new PgSqlClient(dialer),
  }
  // No host semaphore for deliveries: the dispatcher limits them per endpoint, and a busy host must not delay them.
  const deliveryHttp = http ?? new GuardedHttpClient(dialer)
  const sandbox = new ProcessSandbox({ size: config.sandboxProcesses })
  const credentials = new VaultCredentialReader({ store, vault, clock, log })
  const tokens = new CachedAccessTokens(clients.http, clock)
  const actions = new AccountActions({ store, credentials, tokens, files })
  const kinds = nodeKinds({ ...clients, sandbox, files, workers, credentials, tokens, actions })
  const turns = new Turns(systemThread)
  const engine = new Engine({
    transactions: store,
    executions: store.executions,
    intake: store.intake,
    journal: store.journal,
    claims: store.claims,
    workflows: store.workflows,
    variables: store.variables,
    heartbeats: store.heartbeats,
    localQueue: new MemoryLocalQueue(),
    workNotifier,
    catalogue: nodeCatalogue(kinds),
    clock,
    ...(databaseTime && { databaseTime }),
    scheduler,
    turns,
    ids,
    links,
    log,
    alone: config.databaseUrl === undefined,
    runs: config.role !== 'api',
    intervals,
    limits: { computingMs: config.runCpuSeconds * 1_000 },
  })
  // Created without clients: whatever a shadow run does, it cannot reach anything. The sandbox has no network.
  const shadow = new ShadowRuns({
    workflows: { findVersion: (account, id) => store.workflows.findVersion(account, id) },
    catalogue: nodeCatalogue(
      shadowNodeKinds(
        { sandbox, workers },
        {
          credentialTypes: actions.credentialTypes,
          check: (type, action, parameters) => actions.check(type, action, parameters),
        },
      ),
    ),
    scheduler,
    turns,
    ids,
    links,
    log,
  })
  return {
    engine,
    shadow,
    kinds,
    clients,
    deliveryHttp,
    credentials,
    tokens,
    async close() {
      await sandbox.close()
      await workers.close()
      await clients.http.close()
      await deliveryHttp.close()
    },
  }
}
