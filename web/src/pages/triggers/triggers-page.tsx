import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarRange, ChevronLeft, ChevronRight, Search, SearchX, Zap } from 'lucide-react'
import { useRef } from 'react'
import { triggerListQuery, triggerSummaryQuery } from '../../api/triggers.ts'
import { useCommands } from '../../app/commands/use-commands.ts'
import { useCan } from '../../app/use-can.ts'
import { Alert } from '../../components/alert.tsx'
import { Button, buttonClass } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { SearchField } from '../../components/input/search-field.tsx'
import { Select } from '../../components/input/select.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import * as t from '../../texts/triggers/page.ts'
import { InboundSection } from './inbound-section.tsx'
import { ScheduleSection } from './schedule-section.tsx'
import { PauseAllButton } from './pause-all-button.tsx'
import { movePeriod } from './move-period.ts'
import {
  filtersOf,
  hasFilter,
  periodOf,
  periods,
  rangeOf,
  triggerKinds,
  type TriggerPeriod,
  triggerStates,
  type TriggersSearch,
} from './triggers-search.ts'

const route = getRouteApi('/signed-in/triggers')
const any = ''
const keysOf: Readonly<Record<TriggerPeriod, string>> = { '24h': '1', '7d': '2', '30d': '3' }

/** Every trigger of every workflow: when it runs next, what it started last, and pausing it. */
export function TriggersPage() {
  const heading = useDocumentTitle(t.title)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const canEdit = useCan('workflows:write')
  const searchField = useRef<HTMLInputElement>(null)
  const period = periodOf(search)
  const filters = filtersOf(search)
  const range = rangeOf(search)
  const showsSchedules = search.kind === undefined || search.kind === 'schedule'
  const showsInbound = search.kind !== 'schedule'
  const inboundKind = search.kind === undefined || search.kind === 'schedule' ? 'inbound' : search.kind

  const summary = useQuery({
    ...triggerSummaryQuery(range),
    placeholderData: (previous) => previous,
  })
  const schedules = useInfiniteQuery({
    ...triggerListQuery({ ...filters, ...range, kind: 'schedule' }),
    placeholderData: (previous) => previous,
    enabled: showsSchedules,
  })
  const inbound = useInfiniteQuery({
    ...triggerListQuery({ ...filters, kind: inboundKind }),
    placeholderData: (previous) => previous,
    enabled: showsInbound,
  })

  const set = (change: { [Name in keyof TriggersSearch]?: TriggersSearch[Name] | '' | undefined }) => {
    const next = { ...search, ...change }
    void navigate({
      search: Object.fromEntries(
        Object.entries(next).filter(([, value]) => value !== undefined && value !== any),
      ),
      replace: true,
    })
  }
  useCommands([
    {
      id: 'triggers.search',
      title: t.focusSearch,
      group: t.group,
      icon: Search,
      keys: ['/'],
      run: () => searchField.current?.focus(),
    },
    ...periods.map((one) => ({
      id: `triggers.period.${one}`,
      title: t.showPeriod(t.periods[one]),
      group: t.group,
      icon: CalendarRange,
      keys: [keysOf[one]],
      run: () => set({ period: one }),
    })),
  ])

  const queries = [summary, ...(showsSchedules ? [schedules] : []), ...(showsInbound ? [inbound] : [])]
  const error = queries.find((query) => query.error !== null)?.error ?? null
  const isLoaded = queries.every((query) => query.data !== undefined)
  const retry = () => void Promise.all(queries.map((query) => query.refetch()))
  const isFetching = queries.some((query) => query.isFetching)
  const listed = {
    schedules: showsSchedules ? (schedules.data?.pages.flatMap((page) => page.triggers) ?? []) : [],
    inbound: showsInbound ? (inbound.data?.pages.flatMap((page) => page.triggers) ?? []) : [],
  }
  const count = listed.schedules.length + listed.inbound.length
  const counts = summary.data
  const isEmpty = counts !== undefined && counts.active + counts.paused + counts.inactive === 0
  const isFiltered = hasFilter(search)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 sm:px-6">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
          {t.title}
        </h1>
        <p className="min-w-0 truncate text-[0.8125rem] text-muted max-xl:hidden">{t.intro}</p>
        <div className="ml-auto flex flex-wrap items-center gap-1">
          {!isEmpty && <PauseAllButton />}
          {!isEmpty && showsSchedules && (
            <>
              <IconButton
                icon={ChevronLeft}
                label={t.earlier}
                onClick={() => set({ from: movePeriod(search, -1) })}
              />
              <Button
                variant="ghost"
                size="sm"
                inactive={search.from === undefined}
                onClick={() => set({ from: undefined })}
              >
                {t.now}
              </Button>
              <IconButton
                icon={ChevronRight}
                label={t.later}
                onClick={() => set({ from: movePeriod(search, 1) })}
              />
              <Segmented
                label={t.period}
                value={period}
                onChange={(next) => set({ period: next })}
                options={periods.map((one) => ({ value: one, label: t.periods[one] }))}
              />
            </>
          )}
        </div>
      </div>
      {!isEmpty && (
        <div
          role="search"
          aria-label={t.filters}
          className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-6"
        >
          <SearchField
            ref={searchField}
            label={t.search}
            clearLabel={t.clearSearch}
            keys="/"
            value={search.q ?? ''}
            onChange={(q) => set({ q })}
            className="w-full sm:w-64"
          />
          <Select
            aria-label={t.kind}
            compact
            className="min-w-32 flex-1 sm:flex-none"
            value={search.kind ?? any}
            onChange={(kind) => set({ kind })}
            options={[
              { value: any, label: t.anyKind },
              ...triggerKinds.map((kind) => ({ value: kind, label: t.kinds[kind] })),
            ]}
          />
          <Select
            aria-label={t.state}
            compact
            className="min-w-36 flex-1 sm:flex-none"
            value={search.state ?? any}
            onChange={(state) => set({ state })}
            options={[
              { value: any, label: t.anyState },
              ...triggerStates.map((state) => ({ value: state, label: t.stateFilters[state] })),
            ]}
          />
          {isFiltered && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => set({ q: undefined, kind: undefined, state: undefined })}
            >
              {t.clearFilters}
            </Button>
          )}
          {isLoaded && (
            <output className="ml-auto text-xs text-muted max-sm:sr-only">
              {t.count(count, schedules.hasNextPage || inbound.hasNextPage)}
            </output>
          )}
        </div>
      )}
      <div className="space-y-4 px-4 pb-10 sm:px-6">
        {error !== null && isLoaded && <StaleNotice error={error} retrying={isFetching} onRetry={retry} />}
        {counts !== undefined && counts.paused > 0 && search.state !== 'paused' && (
          <Alert tone="warning">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="font-medium">{t.pausedCount(counts.paused)}</p>
              <Button variant="secondary" size="sm" onClick={() => set({ state: 'paused' })}>
                {t.showPaused}
              </Button>
            </div>
          </Alert>
        )}
        {counts === undefined || !isLoaded ? (
          error === null ? (
            <Loading label={t.loading} className="space-y-4">
              <Skeleton className="h-64 rounded-card" />
              <Skeleton className="h-40 rounded-card" />
            </Loading>
          ) : (
            <ErrorState title={t.loadFailed} error={error} retrying={isFetching} onRetry={retry} />
          )
        ) : isEmpty ? (
          <EmptyState
            icon={Zap}
            title={t.emptyTitle}
            action={
              <Link to="/workflows" className={buttonClass('primary')}>
                {t.goToWorkflows}
              </Link>
            }
          >
            {t.emptyNote}
          </EmptyState>
        ) : count === 0 && isFiltered ? (
          <EmptyState
            icon={SearchX}
            title={t.noMatch}
            action={
              <Button
                variant="secondary"
                onClick={() => set({ q: undefined, kind: undefined, state: undefined })}
              >
                {t.clearFilters}
              </Button>
            }
          >
            {t.noMatchNote}
          </EmptyState>
        ) : (
          <>
            {showsSchedules && (
              <div className="space-y-2">
                <ScheduleSection schedules={listed.schedules} summary={counts} canEdit={canEdit} />
                <More query={schedules} />
              </div>
            )}
            {showsInbound && (
              <div className="space-y-2">
                <InboundSection triggers={listed.inbound} canEdit={canEdit} />
                <More query={inbound} />
              </div>
            )}
          </>
        )}
      </div>
    </div>
  )
}

interface MoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

function More({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreProps) {
  if (!hasNextPage) return null
  return (
    <div className="grid place-items-center">
      <Button variant="secondary" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t.loadMore}
      </Button>
    </div>
  )
}
