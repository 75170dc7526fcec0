import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import * as operations from './generated/operations.ts'
import type { Data } from './operation-handle.ts'
import { persistQuery } from './persisted-cache.ts'

export type NodeType = Data<typeof operations.listNodeTypes>[number]

/** All kinds of nodes. They change only with an update of the server. */
export const nodeTypesQuery = queryOptions({
  queryKey: ['node-types'],
  queryFn: async ({ signal }) => (await call(operations.listNodeTypes, { signal })).data,
  staleTime: 10 * 60_000,
  gcTime: Number.POSITIVE_INFINITY,
  persister: persistQuery,
})
