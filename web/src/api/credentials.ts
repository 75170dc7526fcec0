import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { readEveryPage } from './every-page.ts'
import * as operations from './generated/operations.ts'
import type { Data } from './operation-handle.ts'
import { persistQuery } from './persisted-cache.ts'

export type Credential = Data<typeof operations.listCredentials>[number]

/** Names and types. The API never returns the secrets themselves. */
export const credentialsQuery = queryOptions({
  queryKey: ['credentials'],
  queryFn: ({ signal }) => readEveryPage((query) => call(operations.listCredentials, { query, signal })),
  persister: persistQuery,
})
