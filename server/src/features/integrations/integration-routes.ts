import {
  createIntegration,
  deleteIntegration,
  getIntegration,
  importIntegration,
  listIntegrations,
  testIntegration,
  updateIntegration,
} from '@millrace/contract/integration.ts'
import {
  listActions,
  listCatalogue,
  tryAction as tryActionOperation,
} from '@millrace/contract/integration-action.ts'
import {
  type Binding,
  checkCursor,
  commits,
  cursorPage,
  pageMeta,
  readCursor,
  readPage,
  reads,
  writes,
} from '#http/index.ts'
import { IMPORTED_TYPE, type JsonObject, notFound } from '#domain/index.ts'
import { integrationCatalogue } from '#integrations/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { inTransaction } from '../shared/in-transaction.ts'
import { presentEntry } from './catalogue-presenter.ts'
import { checkImport, ImportService } from './import-service.ts'
import { unavailableWhenBusy } from './unavailable-when-busy.ts'
import { presentIntegration, presentIntegrationDetail } from './integration-presenter.ts'
import { type IntegrationDeps, IntegrationService } from './integration-service.ts'
import { tryAction } from './try-action.ts'
import { checkUpdate, prepareUpdate } from './update-integration.ts'

export function integrationRoutes(context: FeatureDeps, deps: IntegrationDeps): Binding[] {
  const service = new IntegrationService(context, deps)
  const imports = new ImportService(context, {
    http: unavailableWhenBusy(deps.clients.http),
    workers: deps.workers,
  })
  return [
    reads(listIntegrations, async ({ account, query }) => {
      const page = readPage(query)
      const { items, total } = await context.store.integrations.list(account, page)
      return { data: items.map(presentIntegration), meta: pageMeta(page, total) }
    }),
    reads(listCatalogue, async ({ query }) => ({
      data: integrationCatalogue
        .filter(({ type }) => query.type === undefined || query.type === type)
        .map((entry) => presentEntry(entry, deps.kinds)),
    })),
    reads(
      listActions,
      async ({ account, params, query }) => {
        const cursor = readCursor(query)
        const page = cursorPage(cursor, await service.listActions(account, params.id, query, cursor))
        return { data: page.items.map(({ action }) => action), meta: page.meta }
      },
      ({ query }, isValid) => checkCursor(query, isValid),
    ),
    commits(testIntegration, {
      prepare: ({ account, params, signal }) => service.test(account, params.id, signal),
      commit: async (_call, data) => ({ data }),
    }),
    writes(createIntegration, async ({ account, body }, tx) => {
      const integration = await service.connect(tx, account, body)
      return {
        data: presentIntegration(integration),
        headers: { location: `/v1/integrations/${integration.id}` },
      }
    }),
    commits(
      importIntegration,
      {
        prepare: ({ account, body, longText, signal }) =>
          imports.read(account, { ...body, longText }, signal),
        async commit(_call, { imported, store }, given) {
          await inTransaction(context.store, given, store)
          return { data: imported, headers: { location: `/v1/integrations/${imported.id}` } }
        },
      },
      ({ body }, isValid) => checkImport(body, isValid),
    ),
    reads(getIntegration, async ({ account, params }) => {
      const integration = await context.store.integrations.find(account, params.id)
      if (integration === undefined) throw notFound('integration')
      const api =
        integration.type === IMPORTED_TYPE
          ? await context.store.importedApis.find(account, params.id)
          : undefined
      return { data: presentIntegrationDetail(integration, api) }
    }),
    commits(
      updateIntegration,
      {
        prepare: ({ account, params, body, longText, signal }) =>
          prepareUpdate({ context, imports }, account, { id: params.id, wanted: body, longText }, signal),
        commit: async (_call, { store }, given) => ({
          data: await inTransaction(context.store, given, store),
        }),
      },
      ({ body }, isValid) => checkUpdate(body, isValid),
    ),
    commits(tryActionOperation, {
      prepare: ({ account, params, body, signal }) =>
        tryAction(
          context,
          deps.kinds,
          {
            account,
            id: params.id,
            action: body.action,
            parameters: (body.parameters ?? {}) as JsonObject,
          },
          signal,
        ),
      commit: async (_call, data) => ({ data }),
    }),
    writes(deleteIntegration, async ({ account, params }, tx) => {
      await service.disconnect(tx, account, params.id)
      return { data: { id: params.id, deleted: true } }
    }),
  ]
}
