import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import type { ApiVersion } from '@millrace/contract/versions.ts'
import { GuardedDialer } from '#adapters/outgoing/guarded-dialer.ts'
import { GuardedHttpClient } from '#adapters/outgoing/guarded-http-client.ts'
import { Argon2PasswordHasher } from '#adapters/passwords/argon2-password-hasher.ts'
import { ensureFirstAccount, type FirstStart } from '#features/bootstrap/first-account.ts'
import { credentialRoutes } from '#features/credentials/credential-routes.ts'
import { controlRoutes } from '#features/executions/control-routes.ts'
import { executionRoutes } from '#features/executions/execution-routes.ts'
import type { FeatureContext } from '#features/feature-context.ts'
import { resumePages } from '#features/executions/resume/resume-routes.ts'
import { stepRoutes } from '#features/executions/step-routes.ts'
import type { VaultWaitLinks } from '#features/executions/wait-links.ts'
import { formRoutes } from '#features/forms/form-routes.ts'
import { formPages } from '#features/forms/page/form-page-routes.ts'
import { presentEntry } from '#features/integrations/catalogue-presenter.ts'
import { integrationRoutes } from '#features/integrations/integration-routes.ts'
import { keyRoutes } from '#features/keys/key-routes.ts'
import { KeyService } from '#features/keys/key-service.ts'
import { sessionRoutes } from '#features/sessions/session-routes.ts'
import { SessionService, type SignedIn } from '#features/sessions/session-service.ts'
import { hookReceiver } from '#features/triggers/hooks/receive-hook.ts'
import { triggerRoutes } from '#features/triggers/trigger-routes.ts'
import { deliveryRoutes } from '#features/webhooks/delivery-routes.ts'
import { webhookRoutes } from '#features/webhooks/webhook-routes.ts'
import { versionRoutes } from '#features/workflows/version-routes.ts'
import { workflowRoutes } from '#features/workflows/workflow-routes.ts'
import { letIn, registerApi } from '#http/api-plugin.ts'
import { type AppRoute, registerAppRoutes } from '#http/app-routes.ts'
import type { Binding } from '#http/bind-operation.ts'
import { registerDocs } from '#http/docs/register-docs.ts'
import { Gate } from '#http/gate.ts'
import { Idempotency } from '#http/idempotency.ts'
import { registerOpenApi } from '#http/openapi/register-open-api.ts'
import { registerHooks } from '#http/public-hooks.ts'
import { registerPublicPages } from '#http/public-pages.ts'
import { versionHeaders } from '#http/version-headers.ts'
import { registerWebFiles } from '#http/web/web-files.ts'
import { integrationCatalogue } from '#integrations/integration-catalogue.ts'
import type { Foundation } from './foundation.ts'
import { SETTINGS } from './settings-table.ts'
import { allowOwnAddress } from './own-address.ts'
import { VERSION } from './version.ts'
import type { WiredEngine } from './wire-engine.ts'

export interface ApiOptions {
  readonly versions: readonly ApiVersion[]
  readonly webFolder: string
  /** Where this process listens. */
  address(): string
  /** Where others reach the service. */
  publicUrl(): string
  readonly waitLinks: VaultWaitLinks
}

/** Everything people and programs use: `/v1`, the web app, pages and documentation. */
export interface WiredApi {
  readonly firstStart: FirstStart
  readonly setupToken: string | undefined
  admitBadUrl(request: FastifyRequest, reply: FastifyReply): Promise<void>
  register(app: FastifyInstance): void
  close(): Promise<void>
}

export async function wireApi(
  foundation: Foundation,
  { engine, kinds, clients, deliveryHttp, credentials, tokens }: WiredEngine,
  { versions, webFolder, address, publicUrl, waitLinks }: ApiOptions,
): Promise<WiredApi> {
  const { config, store, clock, ids, vault, log } = foundation
  const firstStart = await ensureFirstAccount(foundation, { plan: config.plan, givenKey: config.apiKey })
  const sessions = new SessionService({ store, clock, ids, vault, passwords: new Argon2PasswordHasher() })
  const setupToken = await sessions.makeSetupToken()
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
  const context: FeatureContext = { store, clock, ids, log, publicUrl }
  const bindings: Binding[] = [
    ...workflowRoutes(context, engine),
    ...versionRoutes(context),
    ...triggerRoutes(context),
    ...executionRoutes(context, engine),
    ...stepRoutes(context, engine, waitLinks),
    ...controlRoutes(context, engine),
    ...formRoutes(context, engine),
    ...credentialRoutes(context, vault),
    ...integrationRoutes(context, {
      vault,
      clients,
      tokens,
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
  ]

  return {
    firstStart,
    setupToken,
    async admitBadUrl(request, reply) {
      const version = versions.find(({ name }) => request.url.startsWith(`/${name}/`))
      if (version === undefined) return
      reply.headers(versionHeaders(version))
      letIn(gate, await gate.admit(request.headers.authorization), request, reply)
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
      registerPublicPages(app, formPages(context, engine, config.formLimit))
      registerPublicPages(app, resumePages(context, engine, waitLinks))
      const hooks = { ...context, engine, credentials, mostPerMinute: config.hookLimit }
      registerHooks(app, hookReceiver(hooks))
      registerWebFiles(app, webFolder)
    },
    async close() {
      await ownHttp.close()
      await gate.close()
    },
  }
}
