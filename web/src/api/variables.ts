import { queryOptions } from '@tanstack/react-query'
import type { JsonValue } from '../graph/types.ts'
import { call } from './call.ts'
import * as operations from './generated/operations.ts'
import type { Data, OperationInput } from './operation-handle.ts'

export type Variable = Data<typeof operations.listVariables>[number]

const PAGE = 100
export const variablesKey = ['variables'] as const

/** All of them, by name: an account has at most a few hundred. */
export const variablesQuery = queryOptions({
  queryKey: [...variablesKey, 'all'],
  queryFn: async ({ signal }): Promise<readonly Variable[]> => {
    const all: Variable[] = []
    let cursor: string | undefined
    do {
      const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
      const { data, meta } = await call(operations.listVariables, { query, signal })
      all.push(...data)
      cursor = meta.next_cursor ?? undefined
    } while (cursor !== undefined)
    return all.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  },
})

/** What expressions read as `vars`. */
export const variableValuesQuery = queryOptions({
  ...variablesQuery,
  select: (variables: readonly Variable[]) =>
    Object.fromEntries(variables.map(({ name, value }) => [name, value as JsonValue])),
})

export const variableQuery = (id: string) =>
  queryOptions({
    queryKey: [...variablesKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data, etag } = await call(operations.getVariable, { params: { id }, signal })
      return { variable: data, etag }
    },
    // What is edited must be what is stored.
    staleTime: 0,
    gcTime: 0,
  })

export const variableUsageQuery = (id: string) =>
  queryOptions({
    queryKey: [...variablesKey, 'usage', id],
    queryFn: async ({ signal }) =>
      (await call(operations.listVariableUsage, { params: { id }, signal })).data,
    staleTime: 0,
  })

export const everyVariableQuery = { queryKey: variablesKey }

export async function createVariable(
  body: OperationInput<typeof operations.createVariable>['body'],
): Promise<void> {
  await call(operations.createVariable, { body })
}

export async function updateVariable(
  id: string,
  body: OperationInput<typeof operations.updateVariable>['body'],
  ifMatch: string | undefined,
): Promise<void> {
  await call(operations.updateVariable, { params: { id }, body, ifMatch })
}

export async function deleteVariable(id: string): Promise<void> {
  await call(operations.deleteVariable, { params: { id } })
}
