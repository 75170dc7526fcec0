import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { readEveryPage } from './every-page.ts'
import * as operations from './generated/operations.ts'
import type { Data } from './operation-handle.ts'
import { persistQuery } from './persisted-cache.ts'

export type CredentialUsage = Data<typeof operations.listCredentialUsage>
export type CredentialStatus = NonNullable<Credential['status']>
export type Credential = Data<typeof operations.listCredentials>[number]

/** Names, types and states. The API never returns the secrets themselves. */
export const credentialsQuery = queryOptions({
  queryKey: ['credentials'],
  queryFn: ({ signal }) =>
    readEveryPage((page) =>
      call(operations.listCredentials, {
        query: { ...page, include: 'status,last_error,allowed_hosts,value_changed_at' },
        signal,
      }),
    ),
  persister: persistQuery,
})

/** What uses a credential. */
export const credentialUsageQuery = (id: string) =>
  queryOptions({
    queryKey: ['credentials', 'usage', id],
    queryFn: async ({ signal }) =>
      (await call(operations.listCredentialUsage, { params: { id }, signal })).data,
  })
