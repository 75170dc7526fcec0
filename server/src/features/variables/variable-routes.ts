import {
  createVariable,
  deleteVariable,
  getVariable,
  listVariables,
  listVariableUsage,
  updateVariable,
  type Variable,
} from '@millrace/contract/variable.ts'
import { type AccountId, notFound } from '#domain/index.ts'
import type * as domain from '#domain/index.ts'
import { type Binding, checkCursor, cursorPage, readCursor, reads, writes } from '#http/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp } from '../shared/timestamps.ts'
import { VariableService, variableTag } from './variable-service.ts'
import { readVariableUsage, warnOfUsage } from './variable-usage.ts'

export function variableRoutes(context: FeatureDeps): Binding[] {
  const { store } = context
  const service = new VariableService(context)
  const answer = (variable: domain.Variable) => ({
    data: present(variable),
    headers: { etag: variableTag(variable) },
  })
  const find = async (account: AccountId, id: string) => {
    const variable = await store.variables.find(account, id.toLowerCase())
    if (variable === undefined) throw notFound('variable')
    return variable
  }
  const warningsAbout = async (account: AccountId, name: string) =>
    warnOfUsage(await readVariableUsage(store, account, name), name)
  return [
    reads(
      listVariables,
      async ({ account, query }) => {
        const cursor = readCursor(query)
        const { items, meta } = cursorPage(cursor, await store.variables.list(account, query.search, cursor))
        return { data: items.map(present), meta }
      },
      ({ query }, isValid) => checkCursor(query, isValid),
    ),
    writes(createVariable, async ({ account, body }, tx) => {
      const variable = await service.create(tx, account, body)
      const { data, headers } = answer(variable)
      return {
        data,
        headers: { ...headers, location: `/v1/variables/${variable.id}` },
        change: { name: variable.name },
      }
    }),
    reads(getVariable, async ({ account, params }) => answer(await find(account, params.id))),
    writes(updateVariable, async ({ account, params, body, ifMatch }, tx) => {
      const { before, after } = await service.update(tx, { account, id: params.id, ifMatch }, body)
      const warnings = before.name === after.name ? [] : await warningsAbout(account, before.name)
      return {
        ...answer(after),
        ...(warnings.length > 0 && { meta: { warnings } }),
        change: { name: after.name },
      }
    }),
    reads(listVariableUsage, async ({ account, params }) => {
      const { name } = await find(account, params.id)
      return { data: await readVariableUsage(store, account, name) }
    }),
    writes(deleteVariable, async ({ account, params, ifMatch }, tx) => {
      const { id, name } = await service.delete(tx, { account, id: params.id, ifMatch })
      const warnings = await warningsAbout(account, name)
      return { data: { id, deleted: true }, meta: { warnings }, change: { name } }
    }),
  ]
}

function present(variable: domain.Variable): Variable {
  return {
    id: variable.id,
    name: variable.name,
    value: variable.value,
    description: variable.description,
    created_at: timestamp(variable.createdAt),
    updated_at: timestamp(variable.updatedAt),
  }
}
