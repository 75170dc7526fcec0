import {
  aboutRoutes,
  AuditLog,
  auditRoutes,
  bundleRoutes,
  controlRoutes,
  credentialRoutes,
  deliveryRoutes,
  draftRoutes,
  ensureFirstAccount,
  executionDataRoutes,
  executionListRoutes,
  executionRoutes,
  fileRoutes,
  formPages,
  formRoutes,
  previewRoutes,
  inboundReceiver,
  insightRoutes,
  insightsRoutes,
  integrationRoutes,
  keyRoutes,
  nodeTypeRoutes,
  KeyService,
  presentEntry,
  listenRoutes,
  pauseRoutes,
  pollRoutes,
  PauseService,
  peopleRoutes,
  savedFilterRoutes,
  PeopleService,
  resumePages,
  sessionRoutes,
  shadowRoutes,
  SessionService,
  stepRoutes,
  timelineRoutes,
  stateRoutes,
  SubmissionService,
  variableRoutes,
  triggerOverviewRoutes,
  triggerRoutes,
  type FeatureDeps,
  type FirstStart,
  type SignedIn,
  type VaultWaitLinks,
  versionRoutes,
  waitRoutes,
  webhookRoutes,
  WorkflowChecker,
  workflowRoutes,
} from '#features/index.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import type { ApiVersion } from '@millrace/contract/versions.ts'
import { GuardedDialer, GuardedHttpClient } from '#adapters/index.ts'
import {
  AccessWatch,
  type AppRoute,
  type Binding,
  Gate,
  Idempotency,
  keyEntrance,
  LongBodies,
  registerAppRoutes,
  registerDocs,
  registerEntrance,
  registerInboundWebhooks,
  registerOpenApi,
  registerPublicPages,
  registerWebFiles,
  sessionEntrance,
  SessionGuard,
  toRoute,
} from '#http/index.ts'
import { integrationCatalogue } from '#integrations/index.ts'
import type { PasswordHasher, WorkerPool } from '#ports/index.ts'
import type { Foundation } from './foundation.ts'
import { SETTINGS } from '../settings/settings-table.ts'
import { allowOwnAddress } from './own-address.ts'
import { VERSION } from '../version.ts'
import type { WiredEngine } from './wire-engine.ts'

export interface ApiOptions {
  readonly versions: readonly ApiVersion[]
  readonly webFolder: string
  /** The address that this process listens on. */
  address(): string
  /** The address under which clients reach the service. */
  publicUrl(): string
  readonly waitLinks: VaultWaitLinks
  /** For work that would keep the main thread busy. It is closed with the API. */
  readonly workers: WorkerPool
  readonly passwords: PasswordHasher
  /** Reasons why the process is not ready; empty if it is. */
  problems(): Promise<readonly string[]>
}

/** Everything that people and programs use: `/v1`, the web app, public pages and documentation. */
export interface WiredApi {
  readonly firstStart: FirstStart
  readonly setupToken: string | undefined
  admitBadUrl(request: FastifyRequest, reply: FastifyReply): Promise<void>
  register(app: FastifyInstance): void
  close(): Promise<void>
}

export async function wireApi(
  foundation: Foundation,
  { engine, shadow, kinds, clients, deliveryHttp, credentials, tokens }: WiredEngine,
  { versions, webFolder, address, publicUrl, waitLinks, workers, passwords, problems }: ApiOptions,
): Promise<WiredApi> {
  const { config, store, clock, scheduler, ids, vault, log, files } = foundation
  const firstStart = await ensureFirstAccount(foundation, {
    plan: config.plan,
    configuredKey: config.apiKey,
  })
  const audit = new AuditLog({ store, clock, ids })
  const sessions = new SessionService({ store, clock, ids, vault, passwords, audit, log })
  const people = new PeopleService({ store, clock, ids, vault, passwords, audit, sessions })
  const setupToken = await sessions.createSetupToken()
  const ownHttp = new GuardedHttpClient(
    new GuardedDialer({ policy: { allowLoopback: true, allow: allowOwnAddress(config.host) } }),
  )
  const gate = new Gate({
    keys: store.keys,
    rates: store.rates,
    clock,
    digest: (key) => vault.digest('api-key-digest', key),
    enforceLimits: config.enforceLimits,
  })
  const access = new AccessWatch({ accounts: store.accounts, clock, scheduler, log })
  const context: FeatureDeps = {
    store,
    clock,
    ids,
    log,
    publicUrl,
    onWorkflowSaved: (tx, workflowId) => store.afterCommit(tx, () => engine.workflowSaved(workflowId)),
  }
  const checker = new WorkflowChecker(context, engine)
  const submissions = new SubmissionService(context, { engine, files })
  const bindings: Binding[] = [
    ...workflowRoutes(context, checker),
    ...bundleRoutes(context),
    ...draftRoutes(context, checker),
    ...shadowRoutes({ store, clock, shadow }),
    ...versionRoutes(context, checker),
    ...triggerRoutes(context),
    ...triggerOverviewRoutes(context),
    ...listenRoutes(context, engine.watch),
    ...pollRoutes(context, kinds),
    ...nodeTypeRoutes(kinds),
    ...executionRoutes(context, engine),
    ...executionListRoutes(context),
    ...timelineRoutes(context, engine, waitLinks),
    ...executionDataRoutes(context, engine),
    ...insightRoutes(context),
    ...insightsRoutes(context),
    ...stepRoutes(context, engine, waitLinks),
    ...controlRoutes(context, engine),
    ...waitRoutes(context, engine),
    ...formRoutes(context, submissions),
    ...previewRoutes(),
    ...fileRoutes(context, files),
    ...stateRoutes(context),
    ...variableRoutes(context),
    ...credentialRoutes(context, vault),
    ...integrationRoutes(context, {
      vault,
      clients,
      tokens,
      workers,
      kinds,
      ownHttp,
      ownOrigin: address,
    }),
    ...webhookRoutes(context, { http: deliveryHttp, vault }),
    ...deliveryRoutes(context),
  ]
  const appRoutes: AppRoute<SignedIn>[] = [
    ...sessionRoutes(sessions, VERSION),
    ...keyRoutes(context, new KeyService({ store, clock, ids, vault }), {
      limitsEnforced: config.enforceLimits,
    }),
    ...peopleRoutes(context, { people, sessions, version: VERSION }),
    ...savedFilterRoutes(context),
    ...pauseRoutes(new PauseService({ store, clock, audit })),
    ...auditRoutes(context),
    ...aboutRoutes(context, {
      version: VERSION,
      database: config.databaseUrl === undefined ? 'sqlite' : 'postgresql',
      processId: engine.owner,
      retention: { executions: config.retentionDays, audit: config.auditRetentionDays },
      problems,
    }),
  ]
  const guard = new SessionGuard<SignedIn>({
    findSession: (token, origin) => sessions.find(token, origin),
    isSecure: () => publicUrl().startsWith('https://'),
    isOwnOrigin: (origin, request) =>
      origin === new URL(publicUrl()).origin || origin === `${request.protocol}://${request.host}`,
  })
  const entrances = versions.flatMap((version) => [
    keyEntrance(gate, version),
    sessionEntrance(guard, version),
  ])
  const idempotency = new Idempotency(store.idempotency, clock, vault)
  const longBodies = new LongBodies(workers)
  const routes = bindings.map((binding) =>
    toRoute(binding, {
      transactions: store,
      idempotency,
      changes: audit,
      longBodies,
      contents: files,
      access,
    }),
  )

  return {
    firstStart,
    setupToken,
    async admitBadUrl(request, reply) {
      const entrance = entrances.find(({ prefix }) => request.url.startsWith(`${prefix}/`))
      if (entrance === undefined) return
      reply.headers(entrance.headers)
      await entrance.admit(request, reply)
    },
    register(app) {
      const published = { operations: OPERATIONS, version: VERSION }
      registerOpenApi(app, published)
      registerDocs(app, {
        ...published,
        nodeKinds: kinds,
        integrations: () => integrationCatalogue.map((entry) => presentEntry(entry, kinds)),
        settings: Object.values(SETTINGS),
        publicUrl,
      })
      for (const entrance of entrances) registerEntrance(app, entrance, routes)
      registerAppRoutes(app, appRoutes, { guard, watch: access })
      registerPublicPages(app, formPages(context, { submissions, files, maxPerAddress: config.formLimit }))
      registerPublicPages(app, resumePages(context, engine, waitLinks))
      const inbound = { ...context, engine, files, credentials, maxPerMinute: config.inboundLimit }
      registerInboundWebhooks(app, inboundReceiver(inbound))
      registerWebFiles(app, webFolder, publicUrl)
    },
    async close() {
      await access.close()
      await ownHttp.close()
      await gate.close()
    },
  }
}
