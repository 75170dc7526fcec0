import {
  type CatalogueEntry,
  createIntegration,
  deleteIntegration,
  type Integration,
  listCatalogue,
  listIntegrations,
  testIntegration,
} from '@millrace/contract/integration.ts'
import type * as domain from '#domain/integration.ts'
import { type Binding, reachesOut, reads, writes } from '#http/bind-operation.ts'
import { pageMeta, readPage } from '#http/cursor.ts'
import { integrationCatalogue } from '#integrations/catalogue.ts'
import type { IntegrationEntry } from '#integrations/entry/integration-entry.ts'
import type { FeatureContext } from '../feature-context.ts'
import { timestamp, timestampOrNull } from '../timestamps.ts'
import { type IntegrationParts, IntegrationService } from './integration-service.ts'

export function integrationRoutes(context: FeatureContext, parts: IntegrationParts): Binding[] {
  const service = new IntegrationService(context, parts)
  return [
    reads(listIntegrations, async ({ account, query }) => {
      const page = readPage(query)
      const { items, total } = await context.store.integrations.list(account, page)
      return { data: items.map(presentIntegration), meta: pageMeta(page, total) }
    }),
    reads(listCatalogue, async () => ({ data: integrationCatalogue.map(presentEntry) })),
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
    writes(deleteIntegration, async ({ account, params }, tx) => {
      await service.disconnect(tx, account, params.id)
      return { data: { id: params.id, deleted: true } }
    }),
  ]
}

function presentIntegration(integration: domain.Integration): Integration {
  return {
    id: integration.id,
    type: integration.type,
    name: integration.name,
    status: integration.status,
    credential_id: integration.credentialId,
    created_at: timestamp(integration.createdAt),
    last_tested_at: timestampOrNull(integration.lastTestedAt),
  }
}

function presentEntry({ type, name, summary, credential }: IntegrationEntry): CatalogueEntry {
  return {
    type,
    name,
    summary,
    built_in: credential === null,
    credential: credential && {
      type: credential.type,
      title: credential.title,
      help: `${credential.help} ${credential.form}`,
      example: credential.example,
    },
  }
}
