import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { API_VERSIONS, type ApiVersion } from '@millrace/contract/versions.ts'
import { systemClock } from '#adapters/clock/system-clock.ts'
import { systemScheduler } from '#adapters/clock/system-scheduler.ts'
import { DiskWatch } from '#adapters/disk/disk-watch.ts'
import { LocalDoorbell } from '#adapters/doorbell/local-doorbell.ts'
import { randomIds } from '#adapters/ids/random-ids.ts'
import { GuardedDialer } from '#adapters/outgoing/guarded-dialer.ts'
import { GuardedHttpClient } from '#adapters/outgoing/guarded-http-client.ts'
import { NodemailerMailClient } from '#adapters/outgoing/nodemailer-mail-client.ts'
import { PgSqlClient } from '#adapters/outgoing/pg-sql-client.ts'
import { Argon2PasswordHasher } from '#adapters/passwords/argon2-password-hasher.ts'
import { ProcessSandbox } from '#adapters/sandbox/process-sandbox.ts'
import { CachedAccessTokens } from '#adapters/tokens/cached-access-tokens.ts'
import { LocalWakeups } from '#adapters/wakeups/local-wakeups.ts'
import { Engine } from '#engine/engine.ts'
import type { FeatureContext } from '#features/feature-context.ts'
import { ensureFirstAccount, type FirstStart } from '#features/bootstrap/first-account.ts'
import { credentialRoutes } from '#features/credentials/credential-routes.ts'
import { VaultCredentialReader } from '#features/credentials/vault-credential-reader.ts'
import { executionRoutes } from '#features/executions/execution-routes.ts'
import { formRoutes } from '#features/forms/form-routes.ts'
import { formPages } from '#features/forms/page/form-page-routes.ts'
import { AccountActions } from '#features/integrations/account-actions.ts'
import { integrationRoutes } from '#features/integrations/integration-routes.ts'
import { keyRoutes } from '#features/keys/key-routes.ts'
import { KeyService } from '#features/keys/key-service.ts'
import { sessionRoutes } from '#features/sessions/session-routes.ts'
import { SessionService, type SignedIn } from '#features/sessions/session-service.ts'
import { webhookRoutes } from '#features/webhooks/webhook-routes.ts'
import { versionRoutes } from '#features/workflows/version-routes.ts'
import { workflowRoutes } from '#features/workflows/workflow-routes.ts'
import { letIn, registerApi } from '#http/api-plugin.ts'
import { type AppRoute, registerAppRoutes } from '#http/app-routes.ts'
import type { Binding } from '#http/bind-operation.ts'
import { createApp } from '#http/create-app.ts'
import { Gate } from '#http/gate.ts'
import { registerDocs } from '#http/docs/register-docs.ts'
import { registerHealthRoutes } from '#http/health-routes.ts'
import { Idempotency } from '#http/idempotency.ts'
import { registerMetrics } from '#http/metrics-routes.ts'
import { registerOpenApi } from '#http/openapi/register-open-api.ts'
import { registerPublicPages } from '#http/public-pages.ts'
import { checkVersions, versionHeaders } from '#http/version-headers.ts'
import { registerWebFiles } from '#http/web/web-files.ts'
import { nodeCatalogue, nodeKinds } from '#nodes/catalogue.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store.ts'
import type { Config } from './config.ts'
import { Drain } from './drain.ts'
import { Housekeeping } from './housekeeping.ts'
import { claimStore, migrate, openStore } from './open-store.ts'
import { openVault, proveVault } from './open-vault.ts'
import { createRegistry } from './metrics.ts'
import { SETTINGS } from './settings-table.ts'
import { VERSION } from './version.ts'

export interface WireOptions {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  readonly webFolder: string
  onFatal(error: unknown): void
  /** Another table of versions or another clock than the real ones. */
  readonly versions?: readonly ApiVersion[]
  readonly clock?: Clock
}

/** The whole service, put together and not yet listening. */
export interface Service {
  readonly app: FastifyInstance
  readonly store: Store
  readonly firstStart: FirstStart
  /** Token of the link by which the first owner is made; undefined once somebody can sign in. */
  readonly setupToken: string | undefined
  readonly appliedMigrations: readonly string[]
  /** To be told once the address is known. */
  setAddress(url: string): void
  publicUrl(): string
  /** Answers 503 from here on, finishes what is under way, closes everything. */
  stop(): Promise<void>
}

/** Puts the service together; when that fails, everything that was opened is closed again. */
export async function wire(options: WireOptions): Promise<Service> {
  const undo: (() => void | Promise<void>)[] = []
  try {
    return await putTogether(options, undo)
  } catch (error) {
    for (const step of undo.toReversed()) await step()
    throw error
  }
}

/** The only place that knows every part. */
async function putTogether(options: WireOptions, undo: (() => void | Promise<void>)[]): Promise<Service> {
  const { config, logger: log } = options
  const versions = options.versions ?? API_VERSIONS
  checkVersions(versions)
  const clock = options.clock ?? systemClock
  const scheduler = systemScheduler
  const ids = randomIds()

  const release = await claimStore(config)
  undo.push(release)
  const appliedMigrations = await migrate(config, clock)
  const disk = new DiskWatch(config.dataFolder, config.diskFloorBytes, log)
  const store = await openStore(config, { log, disk, onFatal: options.onFatal })
  undo.push(() => store.close())
  const vault = await openVault(config, log)
  await proveVault(vault, store)

  const firstStart = await ensureFirstAccount(
    { store, clock, ids, vault },
    { plan: config.plan, givenKey: config.apiKey },
  )
  const sessions = new SessionService({ store, clock, ids, vault, passwords: new Argon2PasswordHasher() })
  const setupToken = await sessions.makeSetupToken()

  const sandbox = new ProcessSandbox()
  const dialer = new GuardedDialer({
    policy: { allowLoopback: config.listensOnLoopbackOnly, allow: config.egressAllow },
  })
  const http = new GuardedHttpClient(dialer)
  const mail = new NodemailerMailClient(dialer)
  const sql = new PgSqlClient(dialer)
  const ownHttp = new GuardedHttpClient(new GuardedDialer({ policy: { allowLoopback: true, allow: [] } }))
  const credentials = new VaultCredentialReader({ store, vault, clock, log })
  const tokens = new CachedAccessTokens(http, clock)
  const actions = new AccountActions({ store, credentials, tokens })
  const kinds = nodeKinds({ sandbox, http, mail, sql, credentials, tokens, actions })
  const engine = new Engine({
    executions: store.executions,
    workflows: store.workflows,
    runners: store.runners,
    wakeups: new LocalWakeups(),
    doorbell: new LocalDoorbell(),
    runs: true,
    catalogue: nodeCatalogue(kinds),
    clock,
    scheduler,
    ids,
    log,
    alone: config.databaseUrl === undefined,
  })

  const drain = new Drain()
  let address = ''
  const publicUrl = () => config.publicUrl ?? address
  const gate = new Gate({
    keys: store.keys,
    rates: store.rates,
    clock,
    digest: (key) => vault.digest('api-key-digest', key),
    enforceLimits: config.enforceLimits,
  })
  const context: FeatureContext = { store, clock, ids, log, publicUrl }
  const bindings: Binding[] = [
    ...workflowRoutes(context, engine),
    ...versionRoutes(context),
    ...executionRoutes(context, engine),
    ...formRoutes(context),
    ...credentialRoutes(context, vault),
    ...integrationRoutes(context, {
      vault,
      clients: { http, mail, sql },
      tokens,
      kinds,
      ownHttp,
      ownOrigin: () => address,
    }),
    ...webhookRoutes(context, vault),
  ]
  const appRoutes: AppRoute<SignedIn>[] = [
    ...sessionRoutes(sessions, VERSION),
    ...keyRoutes(context, new KeyService({ store, clock, ids, vault }), {
      limitsEnforced: config.enforceLimits,
    }),
  ]

  const app = createApp({
    logger: log,
    trustedProxies: config.trustedProxies,
    isDraining: () => drain.isDraining,
    admitBadUrl: async (request, reply) => {
      const version = versions.find(({ name }) => request.url.startsWith(`/${name}/`))
      if (version === undefined) return
      reply.headers(versionHeaders(version))
      await letIn(gate, request, reply)
    },
  })
  drain.watch(app)
  registerMetrics(app, createRegistry(), config.metrics)
  registerHealthRoutes(app, {
    async problems() {
      const problems: string[] = []
      if (drain.isDraining) problems.push('stopping')
      if (disk.isLow()) problems.push('disk space is low')
      await store.probe().catch(() => problems.push('the database cannot be written'))
      return problems
    },
  })
  const published = { operations: OPERATIONS, version: VERSION }
  registerOpenApi(app, published)
  registerDocs(app, {
    ...published,
    nodeKinds: kinds,
    settings: Object.values(SETTINGS),
    publicUrl,
  })
  for (const version of versions) {
    registerApi(app, {
      gate,
      version,
      bindings,
      transactions: store,
      idempotency: new Idempotency(store.idempotency, clock, vault),
    })
  }
  registerAppRoutes(app, appRoutes, {
    findSession: (token) => sessions.find(token),
    isSecure: () => publicUrl().startsWith('https://'),
    isOwnOrigin: (origin, request) =>
      origin === new URL(publicUrl()).origin || origin === `${request.protocol}://${request.host}`,
  })
  registerPublicPages(app, formPages(context, config.formLimit))
  registerWebFiles(app, options.webFolder)

  const housekeeping = new Housekeeping({
    store,
    clock,
    scheduler,
    log,
    retentionDays: config.retentionDays,
  })
  await engine.start()
  housekeeping.start()
  // After the few writes of the start itself: with a disk that is low the service starts, and can be read.
  if (config.databaseUrl === undefined) await disk.start(scheduler)

  return {
    app,
    store,
    firstStart,
    setupToken,
    appliedMigrations,
    setAddress(url) {
      address = url
    },
    publicUrl,
    async stop() {
      const drained = drain.begin()
      engine.releaseWaiting()
      await drained
      await app.close()
      await housekeeping.stop()
      await engine.stop()
      await sandbox.close()
      await http.close()
      await ownHttp.close()
      await gate.close()
      await store.close()
      disk.stop()
      release()
    },
  }
}
