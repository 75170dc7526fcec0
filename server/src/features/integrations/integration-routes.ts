import {
  createIntegration,
  deleteIntegration,
  importIntegration,
  listActions,
  listCatalogue,
  listIntegrations,
  testIntegration,
} from '@millrace/contract/integration.ts'
import { type Binding, reachesOut, reads, writes } from '#http/bind-operation.ts'
import { checkCursor, cursorPage, pageMeta, readCursor, readPage } from '#http/cursor.ts'
import { integrationCatalogue } from '#integrations/integration-catalogue.ts'
import type { FeatureContext } from '../feature-context.ts'
import { presentEntry } from './catalogue-presenter.ts'
import { checkImport, ImportService } from './import-service.ts'
import { presentIntegration } from './integration-presenter.ts'
import { type IntegrationParts, IntegrationService } from './integration-service.ts'

export function integrationRoutes(context: FeatureContext, parts: IntegrationParts): Binding[] {
  const service = new IntegrationService(context, parts)
  const imports = new ImportService(context, parts.clients.http)
  return [
    reads(listIntegrations, async ({ account, query }) => {
      const page = readPage(query)
      const { items, total } = await context.store.integrations.list(account, page)
      return { data: items.map(presentIntegration), meta: pageMeta(page, total) }
    }),
    reads(listCatalogue, async ({ query }) => ({
      data: integrationCatalogue
        .filter(({ type }) => query.type === undefined || query.type === type)
        .map((entry) => presentEntry(entry, parts.kinds)),
    })),
    reads(
      listActions,
      async ({ account, params, query }) => {
        const cursor = readCursor(query)
        const page = cursorPage(cursor, await service.listActions(account, params.id, query, cursor))
        return { data: page.items.map(({ action }) => action), meta: page.meta }
      },
      ({ query }, isSound) => checkCursor(query, isSound),
    ),
    reachesOut(testIntegration, async ({ account, params, signal }) => ({
      data: await service.test(account, params.id, signal),
    })),
    writes(createIntegration, async ({ account, body }, tx) => {
      const integration = await service.connect(tx, account, body)
      return {
        data: presentIntegration(integration),
        headers: { location: `/v1/integrations/${integration.id}` },
      }
    }),
    reachesOut(
      importIntegration,
      async ({ account, body, signal }) => {
        const { imported, store } = await imports.read(account, body, signal)
        return { data: imported, headers: { location: `/v1/integrations/${imported.id}` }, commit: store }
      },
      ({ body }, isSound) => checkImport(body, isSound),
    ),
    writes(deleteIntegration, async ({ account, params }, tx) => {
      await service.disconnect(tx, account, params.id)
      return { data: { id: params.id, deleted: true } }
    }),
  ]
}
