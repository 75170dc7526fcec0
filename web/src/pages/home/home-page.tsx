import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { CalendarRange, LayoutTemplate, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { useCan } from '../../app/use-can.ts'
import { describeError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { type Period, statisticsQuery } from '../../api/home.ts'
import { workflowNamesQuery } from '../../api/workflows.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { toast } from '../../components/toast-store.ts'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import * as t from '../../texts/home/page.ts'
import * as templateTexts from '../../texts/templates.ts'
import * as actionTexts from '../../texts/workflows/actions.ts'
import { FailuresCard } from './failures-card.tsx'
import { periodOf, periods, toSearch } from './home-search.ts'
import { OverviewTiles } from './overview-tiles.tsx'
import { RunsCard } from './runs-card.tsx'
import { ApprovalsCard, CredentialsCard, PausedTriggersCard, SchedulesCard } from './side-cards.tsx'
import { lazyPart } from '../../app/lazy-part.ts'

const StartPage = lazyPart(async () => ({ default: (await import('./start-page.tsx')).StartPage }))

const route = getRouteApi('/signed-in/')
const refreshMs = 10_000
const keysOf: Readonly<Record<Period, string>> = { '24h': '1', '7d': '2', '30d': '3' }

/** What happened lately and what needs attention; templates if there is nothing yet. */
export function HomePage() {
  const heading = useDocumentTitle(t.title)
  const search = route.useSearch()
  const setSearch = route.useNavigate()
  const navigate = useNavigate()
  const period = periodOf(search)
  const canEdit = useCan('workflows:write')
  const canResume = useCan('executions:write')
  const [isCreating, setIsCreating] = useState(false)

  const {
    data: workflows,
    error: workflowsError,
    refetch: refetchWorkflows,
  } = useQuery(workflowNamesQuery(''))
  const isNew = workflows?.length === 0
  const { data, error, isFetching, refetch } = useQuery({
    ...statisticsQuery(period),
    placeholderData: (previous) => previous,
    refetchInterval: refreshMs,
    enabled: workflows !== undefined && !isNew,
  })

  const create = {
    id: 'home.create',
    title: actionTexts.create,
    group: t.group,
    icon: Plus,
    keys: ['c'],
    enabled: canEdit,
    run: async () => {
      setIsCreating(true)
      try {
        const body = { name: actionTexts.untitled }
        const created = await call(operations.createWorkflow, { body })
        await navigate({ to: '/workflows/$workflowId', params: { workflowId: created.data.id } })
      } catch (problem) {
        toast.show({ tone: 'danger', title: templateTexts.createFailed, description: describeError(problem) })
        setIsCreating(false)
      }
    },
  }
  const choosePeriod = (next: Period) =>
    void setSearch({ search: toSearch(next, search.failures ?? 'open'), replace: true })
  useCommands([
    create,
    {
      id: 'home.templates',
      title: templateTexts.fromTemplate,
      group: t.group,
      icon: LayoutTemplate,
      keys: ['shift+c'],
      enabled: canEdit,
      run: () => navigate({ to: '/templates' }),
    },
    ...periods.map((one) => ({
      id: `home.period.${one}`,
      title: t.showPeriod(t.periods[one]),
      group: t.group,
      icon: CalendarRange,
      keys: [keysOf[one]],
      enabled: !isNew,
      run: () => choosePeriod(one),
    })),
  ])

  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 sm:px-6">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
          {t.title}
        </h1>
        {workflows !== undefined && !isNew && (
          <div className="ml-auto flex items-center gap-2">
            <Segmented
              label={t.period}
              value={period}
              onChange={choosePeriod}
              options={periods.map((one) => ({ value: one, label: t.periods[one] }))}
            />
            {canEdit && (
              <CommandButton
                command={create}
                variant="primary"
                busy={isCreating}
                showKeys
                className="max-sm:hidden"
              />
            )}
          </div>
        )}
      </div>
      <div className="px-4 pt-1 pb-10 sm:px-6 sm:pt-3">
        {isNew ? (
          <Suspense>
            <StartPage canEdit={canEdit} isBusy={isCreating} onCreate={() => void create.run()} />
          </Suspense>
        ) : data === undefined ? (
          (error ?? workflowsError) === null ? (
            <HomeSkeleton />
          ) : (
            <ErrorState
              title={t.loadFailed}
              error={error ?? workflowsError}
              retrying={isFetching}
              onRetry={() => void Promise.all([refetchWorkflows(), refetch()])}
            />
          )
        ) : (
          <div className="space-y-3 lg:space-y-4">
            {error !== null && (
              <StaleNotice error={error} retrying={isFetching} onRetry={() => void refetch()} />
            )}
            <OverviewTiles statistics={data} />
            <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-4">
              <div className="grid min-w-0 gap-3 lg:gap-4">
                <RunsCard statistics={data} />
                <FailuresCard
                  period={period}
                  state={search.failures ?? 'open'}
                  onState={(state) => void setSearch({ search: toSearch(period, state), replace: true })}
                  canResume={canResume}
                />
              </div>
              <div className="grid min-w-0 gap-3 lg:gap-4">
                <PausedTriggersCard />
                <ApprovalsCard canAnswer={canResume} />
                <SchedulesCard />
                <CredentialsCard />
              </div>
            </div>
          </div>
        )}
      </div>
    </div>
  )
}

function HomeSkeleton() {
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {[0, 1, 2, 3].map((key) => (
          <Skeleton key={key} className="h-20 rounded-card" />
        ))}
      </div>
      <Skeleton className="h-64 rounded-card" />
    </div>
  )
}
