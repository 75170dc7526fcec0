import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { readEveryPage } from './every-page.ts'
import * as operations from './generated/operations.ts'
import type { Data } from './operation-handle.ts'
import { persistQuery } from './persisted-cache.ts'

export type Integration = Data<typeof operations.listIntegrations>[number]
export type IntegrationDetail = Data<typeof operations.getIntegration>
export type ImportReport = NonNullable<IntegrationDetail['import']>
export type DocumentChanges = NonNullable<Data<typeof operations.updateIntegration>['changes']>
export type CatalogueEntry = Data<typeof operations.listCatalogue>[number]
export type IntegrationAction = Data<typeof operations.listActions>[number]

export const integrationsQuery = queryOptions({
  queryKey: ['integrations', 'list'],
  queryFn: ({ signal }) => readEveryPage((query) => call(operations.listIntegrations, { query, signal })),
  persister: persistQuery,
})

/** The services that Millrace knows, with their actions. They change only with an update of the server. */
export const catalogueQuery = queryOptions({
  queryKey: ['integrations', 'catalogue'],
  queryFn: async ({ signal }) => (await call(operations.listCatalogue, { signal })).data,
  staleTime: 10 * 60_000,
  persister: persistQuery,
})

/** The actions of one integration, all pages of them. */
export const actionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['integrations', 'actions', id],
    queryFn: async ({ signal }) => {
      const actions: IntegrationAction[] = []
      let cursor: string | undefined
      do {
        const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) }
        const { data, meta } = await call(operations.listActions, { params: { id }, query, signal })
        actions.push(...data)
        cursor = meta.next_cursor ?? undefined
      } while (cursor !== undefined)
      return actions
    },
    staleTime: 60_000,
    persister: persistQuery,
  })

/** One action with its parameters, which the list leaves out. */
export const actionQuery = (id: string, name: string) =>
  queryOptions({
    queryKey: ['integrations', 'actions', id, name],
    queryFn: async ({ signal }) => {
      const { data } = await call(operations.listActions, { params: { id }, query: { name }, signal })
      return data[0] ?? null
    },
    staleTime: 60_000,
    persister: persistQuery,
  })

/** One integration with what its last test found and, if it is imported, its document. */
export const integrationQuery = (id: string) =>
  queryOptions({
    queryKey: ['integrations', 'one', id],
    queryFn: async ({ signal }) => (await call(operations.getIntegration, { params: { id }, signal })).data,
  })
