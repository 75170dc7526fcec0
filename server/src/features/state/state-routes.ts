import {
  deleteState,
  getState,
  listState,
  putState,
  type StateEntry,
  type StateSummary,
} from '@millrace/contract/state.ts'
import { ACCOUNT_SCOPE, type AccountId, type JsonValue } from '#domain/index.ts'
import type * as domain from '#domain/index.ts'
import { type Binding, checkCursor, cursorPage, readCursor, reads, writes } from '#http/index.ts'
import type * as ports from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp } from '../shared/timestamps.ts'
import { StateService, stateTag } from './state-service.ts'

export function stateRoutes(context: FeatureDeps): Binding[] {
  const service = new StateService(context)
  const { store, clock } = context
  const answer = (entry: domain.StateEntry, remembered: number) => ({
    data: present(entry, remembered),
    headers: { etag: stateTag(entry) },
  })
  const changed = ({ scope, key }: domain.StateEntry) => ({ name: `${scope}/${key}` })
  return [
    reads(
      listState,
      async ({ account, query }) => {
        const cursor = readCursor(query)
        const filter = { scope: readScope(query.scope), prefix: query.prefix, at: clock.now() }
        const rows = await store.state.list(account, filter, cursor)
        const { items, meta } = cursorPage(cursor, rows)
        const names = await workflowNames(context, account, items)
        return { data: items.map((item) => presentSummary(item, names.get(item.scope) ?? null)), meta }
      },
      ({ query }, isValid) => checkCursor(query, isValid),
    ),
    reads(getState, async ({ account, params }) => {
      const { entry, remembered } = await service.read({ accountId: account, ...readParams(params) })
      return answer(entry, remembered)
    }),
    writes(putState, async ({ account, params, body, ifMatch }, tx) => {
      const { value, expires_at: expiry } = body
      const expiresAt = expiry === undefined || expiry === null ? null : Date.parse(expiry)
      const target = { account, ...readParams(params), ifMatch }
      const entry = await service.put(tx, target, value as JsonValue, expiresAt)
      return { ...answer(entry, 0), change: changed(entry) }
    }),
    writes(deleteState, async ({ account, params, ifMatch }, tx) => {
      const entry = await service.delete(tx, { account, ...readParams(params), ifMatch })
      return { data: { id: entry.id, deleted: true }, change: changed(entry) }
    }),
  ]
}

function readParams({ scope, key }: { readonly scope: string; readonly key: string }) {
  return { scope: readScope(scope), key }
}

function readScope<Scope extends string | undefined>(scope: Scope): Scope {
  return scope?.toLowerCase() as Scope
}

async function workflowNames(
  { store }: FeatureDeps,
  account: AccountId,
  entries: readonly ports.StateSummary[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(entries.map(({ scope }) => scope))].filter((scope) => scope !== ACCOUNT_SCOPE)
  const found = await Promise.all(ids.map((id) => store.workflows.find(account, id)))
  return new Map(found.flatMap((workflow) => (workflow === undefined ? [] : [[workflow.id, workflow.name]])))
}

function present(entry: domain.StateEntry, remembered: number): StateEntry {
  return {
    ...describe(entry),
    value: entry.value,
    remembered: entry.kind === 'seen' ? remembered : null,
  }
}

function presentSummary(entry: ports.StateSummary, workflowName: string | null): StateSummary {
  return {
    ...describe(entry),
    workflow_name: workflowName,
    preview: entry.kind === 'seen' ? '' : entry.preview,
  }
}

function describe(entry: Omit<domain.StateEntry, 'value'>) {
  return {
    id: entry.id,
    scope: entry.scope,
    key: entry.key,
    kind: entry.kind,
    revision: entry.revision,
    created_at: timestamp(entry.createdAt),
    updated_at: timestamp(entry.updatedAt),
    expires_at: entry.expiresAt === null ? null : timestamp(entry.expiresAt),
  }
}
