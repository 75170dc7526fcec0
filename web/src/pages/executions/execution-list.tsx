import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowUp, ListFilter, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import { useCommands } from '../../app/commands/use-commands.ts'
import { useCan } from '../../app/use-can.ts'
import { Button, buttonClass } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { useVirtualRows } from '../../data-view/use-virtual-rows.ts'
import { AppLink } from '../../run/app-link.tsx'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/executions.ts'
import { rememberList } from '../execution/list-context.ts'
import { hasFilters, type ExecutionListSearch } from './execution-filters.ts'
import { COLUMNS, COLUMNS_OF_WORKFLOW, ExecutionCard, ExecutionRow } from './execution-row.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useExecutionList } from './use-execution-list.ts'

interface ExecutionListProps {
  filters: ExecutionListSearch
  onChange: (filters: ExecutionListSearch) => void
  /** Lists only the runs of this workflow. */
  workflowId?: string
}

const ROW_HEIGHT = 44
const CARD_HEIGHT = 84

/** The list of executions with its filters. It fills its container. */
export function ExecutionList({ filters, onChange, workflowId }: ExecutionListProps) {
  const all = workflowId === undefined ? filters : { ...filters, workflow_id: workflowId }
  const list = useExecutionList(all)
  const { runs, data, error, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const isWide = useMediaQuery('(min-width: 64rem)')
  const navigate = useNavigate()
  const container = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(-1)
  const rows = useVirtualRows(container, { count: runs.length, rowHeight: isWide ? ROW_HEIGHT : CARD_HEIGHT })

  const isAtEnd = runs.length > 0 && rows.last >= runs.length - 10
  const needsMore = isAtEnd && hasNextPage && !isFetching && !isFetchNextPageError
  const { fetchNextPage } = list
  useEffect(() => {
    if (needsMore) void fetchNextPage()
  }, [needsMore, fetchNextPage])

  const change = (next: ExecutionListSearch) => {
    setActive(-1)
    onChange(next)
  }
  const remember = () => rememberList(all)
  const move = (by: number) => {
    const next = Math.max(0, Math.min(runs.length - 1, active + by))
    setActive(next)
    rows.scrollTo(next)
  }
  const open = () => {
    const run = runs[active]
    if (run === undefined) return
    remember()
    void navigate({ href: `/executions/${run.id}` })
  }
  useCommands([
    { id: 'executions.next', title: t.next, group: t.group, keys: ['j'], hidden: true, run: () => move(1) },
    {
      id: 'executions.previous',
      title: t.previous,
      group: t.group,
      keys: ['k'],
      hidden: true,
      run: () => move(-1),
    },
    {
      id: 'executions.open',
      title: t.open,
      group: t.group,
      keys: ['enter'],
      hidden: true,
      enabled: active >= 0,
      run: open,
    },
  ])

  const showNew = () => {
    setActive(-1)
    container.current?.scrollTo({ top: 0 })
    void list.showNew()
  }
  const showsWorkflow = workflowId === undefined
  const Row = isWide ? ExecutionRow : ExecutionCard
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="shrink-0 border-b border-line px-(--gutter) pt-0.5 pb-3">
        <FilterBar filters={filters} onChange={change} isOfWorkflow={!showsWorkflow} />
      </div>
      {data !== undefined && error !== null && !isFetchNextPageError && (
        <div className="p-3">
          <StaleNotice error={error} retrying={isFetching} onRetry={() => void list.refetch()} />
        </div>
      )}
      {data === undefined ? (
        error !== null ? (
          <ErrorState
            title={t.loadFailed}
            error={error}
            retrying={isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <ListSkeleton />
        )
      ) : runs.length === 0 ? (
        <NoRuns
          hasFilters={hasFilters(filters)}
          workflowId={workflowId}
          newCount={list.newCount}
          onShowNew={showNew}
          onClear={() => change({})}
        />
      ) : (
        <div role="table" aria-label={t.list} aria-rowcount={-1} className="flex min-h-0 flex-1 flex-col">
          {isWide && <ListHeader showsWorkflow={showsWorkflow} />}
          <div className="relative min-h-0 flex-1">
            {list.newCount > 0 && (
              <div className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
                <Button size="sm" onClick={showNew} className="pointer-events-auto rounded-full shadow-float">
                  <ArrowUp aria-hidden="true" className="size-4" />
                  {list.hasMoreNew ? t.moreNewRuns(list.newCount) : t.newRuns(list.newCount)}
                </Button>
              </div>
            )}
            <div ref={container} role="rowgroup" className="h-full overflow-y-auto">
              <div role="none" className="relative" style={{ height: rows.height }}>
                <div role="none" className="absolute inset-x-0" style={{ top: rows.top }}>
                  {runs.slice(rows.first, rows.last + 1).map((execution, offset) => (
                    <div
                      key={execution.id}
                      role="row"
                      aria-rowindex={rows.first + offset + 2}
                      style={{ height: isWide ? ROW_HEIGHT : CARD_HEIGHT }}
                    >
                      <Row
                        execution={execution}
                        isActive={rows.first + offset === active}
                        showsWorkflow={showsWorkflow}
                        onOpen={remember}
                      />
                    </div>
                  ))}
                </div>
              </div>
              {(isFetchingNextPage || isFetchNextPageError) && (
                <p
                  role="status"
                  className="flex items-center justify-center gap-3 p-3 text-[13px] text-muted"
                >
                  {isFetchingNextPage ? t.loadingMore : `${t.moreFailed} ${describeError(error)}`}
                  {!isFetchingNextPage && (
                    <Button variant="secondary" size="sm" onClick={() => void list.fetchNextPage()}>
                      {common.tryAgain}
                    </Button>
                  )}
                </p>
              )}
            </div>
          </div>
        </div>
      )}
    </div>
  )
}

function ListHeader({ showsWorkflow }: { showsWorkflow: boolean }) {
  return (
    <div role="rowgroup" className="shrink-0">
      <div
        role="row"
        aria-rowindex={1}
        className={clsx(
          'grid h-9 items-center gap-4 border-b border-line px-(--gutter) text-xs font-medium text-muted',
          showsWorkflow ? COLUMNS : COLUMNS_OF_WORKFLOW,
        )}
      >
        <span role="columnheader">{t.status}</span>
        <span role="columnheader">{showsWorkflow ? t.workflow : t.run}</span>
        <span role="columnheader">{t.details}</span>
        <span role="columnheader">{t.trigger}</span>
        <span role="columnheader">{t.version}</span>
        <span role="columnheader" className="text-right">
          {t.duration}
        </span>
        <span role="columnheader" className="text-right">
          {t.started}
        </span>
      </div>
    </div>
  )
}

function ListSkeleton() {
  return (
    <Loading label={t.loading} className="divide-y divide-line">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
        <div key={row} className="flex h-11 items-center gap-6 px-(--gutter)">
          <Skeleton className="h-5 w-24 rounded-full" />
          <Skeleton className="h-3.5 w-48" />
          <Skeleton className="ml-auto h-3.5 w-32" />
        </div>
      ))}
    </Loading>
  )
}

interface NoRunsProps {
  hasFilters: boolean
  workflowId: string | undefined
  newCount: number
  onShowNew: () => void
  onClear: () => void
}

function NoRuns({ hasFilters: isFiltered, workflowId, newCount, onShowNew, onClear }: NoRunsProps) {
  const canRun = useCan('workflows:execute')
  const isOfWorkflow = workflowId !== undefined
  const shows = newCount > 0 && (
    <Button size="sm" onClick={onShowNew}>
      {t.newRuns(newCount)}
    </Button>
  )
  if (isFiltered) {
    return (
      <EmptyState
        icon={ListFilter}
        title={t.noMatch}
        action={
          shows || (
            <Button variant="secondary" onClick={onClear}>
              {t.clearFilters}
            </Button>
          )
        }
      >
        {t.noMatchNote}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={Play}
      title={isOfWorkflow ? t.emptyWorkflow : t.empty}
      action={
        shows ||
        (isOfWorkflow ? (
          <AppLink href={`/workflows/${workflowId}`} className={buttonClass('secondary')}>
            {t.openEditor}
          </AppLink>
        ) : (
          <AppLink href="/workflows" className={buttonClass('secondary')}>
            {t.goToWorkflows}
          </AppLink>
        ))
      }
      topic="executions"
    >
      {isOfWorkflow
        ? canRun
          ? t.emptyWorkflowNote
          : t.viewerEmptyWorkflowNote
        : canRun
          ? t.emptyNote
          : t.viewerEmptyNote}
    </EmptyState>
  )
}
