import {
  MAX_SAVED_FILTERS,
  NewSavedFilterSchema,
  type SavedFilter as PresentedSavedFilter,
  SavedFilterChangeSchema,
} from '@millrace/contract/saved-filter.ts'
import type { ExecutionFilter } from '@millrace/contract/execution-list.ts'
import { conflict, invalid, isUuid, notFound, type SavedFilter } from '#domain/index.ts'
import { type AppRoute, sessionRoute } from '#http/index.ts'
import { checkFilter } from '../executions/inspect/read-filter.ts'
import type { SignedIn } from '../sessions/session-service.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp } from '../shared/timestamps.ts'

const NAME_TAKEN = 'You have a filter with this name already. Choose another name.'

/** The filters of the list of executions that a person saved. Everybody has their own, whatever their role. */
export function savedFilterRoutes({ store, clock, ids }: FeatureDeps): AppRoute<SignedIn>[] {
  const { savedFilters } = store

  async function find(session: SignedIn, id: string | undefined): Promise<SavedFilter> {
    const found =
      id !== undefined && isUuid(id) ? await savedFilters.find(session.user.id, id.toLowerCase()) : undefined
    if (found === undefined) throw notFound('saved filter')
    return found
  }

  return [
    sessionRoute({ method: 'GET', path: '/saved-filters', access: 'viewer' }, async ({ session }) => ({
      data: (await savedFilters.list(session.user.id)).map(present),
    })),
    sessionRoute(
      { method: 'POST', path: '/saved-filters', access: 'viewer', body: NewSavedFilterSchema },
      async ({ session, body }) => {
        refuseInvalid(body.filter)
        const now = clock.now()
        const saved: SavedFilter = {
          id: ids.next(now),
          accountId: session.account.id,
          userId: session.user.id,
          name: body.name.trim(),
          filter: body.filter,
          createdAt: now,
        }
        const result = await store.write((tx) => savedFilters.insert(tx, saved, MAX_SAVED_FILTERS))
        if (result === 'name_taken') throw conflict(NAME_TAKEN, 'name')
        if (result === 'full') {
          throw conflict(`You have ${MAX_SAVED_FILTERS} saved filters. Delete one to save another.`)
        }
        return { data: present(saved), status: 201 }
      },
    ),
    sessionRoute(
      { method: 'PATCH', path: '/saved-filters/:id', access: 'viewer', body: SavedFilterChangeSchema },
      async ({ session, params, body }) => {
        if (body.filter !== undefined) refuseInvalid(body.filter)
        const known = await find(session, params['id'])
        const changed: SavedFilter = {
          ...known,
          name: body.name?.trim() ?? known.name,
          filter: body.filter ?? known.filter,
        }
        const result = await store.write((tx) => savedFilters.update(tx, changed))
        if (result === 'name_taken') throw conflict(NAME_TAKEN, 'name')
        return { data: present(changed) }
      },
    ),
    sessionRoute(
      { method: 'DELETE', path: '/saved-filters/:id', access: 'viewer' },
      async ({ session, params }) => {
        const { id } = await find(session, params['id'])
        await store.write((tx) => savedFilters.delete(tx, session.user.id, id))
        return { data: { id, deleted: true } }
      },
    ),
  ]
}

function refuseInvalid(filter: ExecutionFilter): void {
  const issues = checkFilter(filter, () => true, 'filter.')
  if (issues.length > 0) throw invalid(issues)
}

function present({ id, name, filter, createdAt }: SavedFilter): PresentedSavedFilter {
  return { id, name, filter, created_at: timestamp(createdAt) }
}
