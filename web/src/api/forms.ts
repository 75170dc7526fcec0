import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { readEveryPage } from './every-page.ts'
import * as operations from './generated/operations.ts'
import type { Data } from './operation-handle.ts'
import { persistQuery } from './persisted-cache.ts'

export type Form = Data<typeof operations.getForm>

export const formsQuery = queryOptions({
  queryKey: ['forms', 'list'],
  queryFn: ({ signal }) => readEveryPage((query) => call(operations.listForms, { query, signal })),
  persister: persistQuery,
})

export const formQuery = (id: string) =>
  queryOptions({
    queryKey: ['forms', 'one', id],
    queryFn: async ({ signal }) => (await call(operations.getForm, { params: { id }, signal })).data,
    persister: persistQuery,
  })
