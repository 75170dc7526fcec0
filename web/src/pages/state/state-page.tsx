import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Database, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { stateQuery, type StateAddress, type StateSummary } from '../../api/state.ts'
import type { Command } from '../../app/commands/command.ts'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { lazyDialog } from '../../app/lazy-dialog.tsx'
import { useCan } from '../../app/use-can.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { FilterSelect } from '../../components/input/filter-select.tsx'
import { SearchField } from '../../components/input/search-field.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import * as t from '../../texts/state.ts'
import { scopeName, StateList } from './state-list.tsx'
import { filtersOf, type StateSearch } from './state-search.ts'

const StateDialog = lazyDialog(
  async () => ({ default: (await import('./state-dialog.tsx')).StateDialog }),
  (props) => props.onClose(),
)

/** What workflows remember, with a way to look at a value, change it and delete it. */
export function StatePage() {
  const heading = useDocumentTitle(t.title)
  const search = useSearch({ from: '/signed-in/state' })
  const navigate = useNavigate({ from: '/state' })
  const change = (next: StateSearch) => void navigate({ search: next, replace: true })
  const canEdit = useCan('state:write')
  const query = useInfiniteQuery(stateQuery(filtersOf(search)))
  const [opened, setOpened] = useState<StateAddress | 'new'>()
  const { data, error, isFetching } = query
  const retry = () => void query.refetch()
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const isFiltered = search.q !== undefined || search.scope !== undefined
  const create: Command = {
    id: 'state.create',
    title: t.create,
    group: t.title,
    icon: Plus,
    keys: ['c'],
    enabled: canEdit,
    run: () => setOpened('new'),
  }
  useCommands([create])
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <div className="flex h-14 shrink-0 items-center gap-3 px-4 sm:px-6">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
          {t.title}
        </h1>
        <p className="min-w-0 truncate text-[0.8125rem] text-muted max-md:hidden">{t.intro}</p>
        {canEdit && (
          <div className="ml-auto">
            <CommandButton command={create} variant="primary" showKeys />
          </div>
        )}
      </div>
      {(entries.length > 0 || isFiltered) && (
        <div className="flex shrink-0 gap-2 px-4 pb-3 sm:px-6">
          <SearchField
            label={t.search}
            clearLabel={t.clearSearch}
            value={search.q ?? ''}
            onChange={(q) => change({ ...filtersWithout(search, 'q'), ...(q !== '' && { q }) })}
            className="min-w-0 flex-1 sm:max-w-72"
          />
          <FilterSelect
            label={t.scope}
            anyLabel={t.anyScope}
            values={scopesIn(entries)}
            nameOf={(scope) => scopeName(entries.find((entry) => entry.scope === scope) ?? { scope })}
            value={search.scope}
            onChange={(scope) =>
              change({ ...filtersWithout(search, 'scope'), ...(scope !== undefined && { scope }) })
            }
            className="w-36 sm:w-48"
          />
        </div>
      )}
      {error !== null && data !== undefined && (
        <div className="px-4 pb-3 sm:px-6">
          <StaleNotice error={error} retrying={isFetching} onRetry={retry} />
        </div>
      )}
      {data === undefined ? (
        error === null ? (
          <Loading label={t.loading} className="space-y-3 border-t border-line px-6 py-4">
            <Skeleton className="h-6 w-2/3" />
            <Skeleton className="h-6 w-1/2" />
          </Loading>
        ) : (
          <ErrorState title={t.loadFailed} error={error} retrying={isFetching} onRetry={retry} />
        )
      ) : entries.length > 0 ? (
        <StateList
          entries={entries}
          onOpen={setOpened}
          onEndReached={() => {
            if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
          }}
        />
      ) : isFiltered ? (
        <EmptyState
          icon={Database}
          title={t.noMatch}
          action={
            <Button variant="secondary" onClick={() => change({})}>
              {t.clearFilters}
            </Button>
          }
        >
          {t.noMatchNote}
        </EmptyState>
      ) : (
        <EmptyState icon={Database} title={t.emptyTitle} topic="state">
          {t.emptyNote}
        </EmptyState>
      )}
      <Suspense>
        {opened !== undefined && (
          <StateDialog
            address={opened === 'new' ? undefined : opened}
            canEdit={canEdit}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

function filtersWithout(search: StateSearch, name: keyof StateSearch): StateSearch {
  const { [name]: _left, ...rest } = search
  return rest
}

function scopesIn(entries: readonly StateSummary[]): readonly string[] {
  const workflows = entries.map(({ scope }) => scope).filter((scope) => scope !== 'account')
  return ['account', ...new Set(workflows)]
}
