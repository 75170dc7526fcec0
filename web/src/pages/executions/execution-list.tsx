import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowUp, ListFilter, Play } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import type { BulkRunKind } from '../../api/bulk-runs.ts'
import type { ExecutionOverview } from '../../api/executions.ts'
import { useCan } from '../../app/use-can.ts'
import { Button, buttonClass } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { useVirtualRows } from '../../data-view/use-virtual-rows.ts'
import { AppLink } from '../../run/app-link.tsx'
import * as bulkTexts from '../../texts/bulk-runs.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/executions.ts'
import { rememberList } from '../execution/list-context.ts'
import { SelectionBox } from '../../components/selection/selection-box.tsx'
import { hasFilters, type ExecutionListSearch } from './execution-filters.ts'
import type { BulkChoice } from './bulk/bulk-dialog.tsx'
import { BulkProgress } from './bulk/bulk-progress.tsx'
import { useBulkRuns } from './bulk/use-bulk-runs.ts'
import { COLUMNS, COLUMNS_OF_WORKFLOW, ExecutionCard, ExecutionRow, rowLinkId } from './execution-row.tsx'
import { FilterBar } from './filter-bar.tsx'
import { RunSelectionBar } from './run-selection-bar.tsx'
import { useExecutionList } from './use-execution-list.ts'
import { useRunCommands } from './use-run-commands.ts'
import { type RunSelection, useRunSelection } from './use-run-selection.ts'
import { lazyDialog } from '../../app/lazy-dialog.tsx'

const BulkDialog = lazyDialog(
  async () => ({ default: (await import('./bulk/bulk-dialog.tsx')).BulkDialog }),
  (props) => props.onClose(),
)

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
  const [activeId, setActiveId] = useState<string>()
  const [dialog, setDialog] = useState<{ kind: BulkRunKind; choice: BulkChoice }>()
  const selection = useRunSelection(runs, JSON.stringify(all))
  const bulkRuns = useBulkRuns()
  const canControl = useCan('executions:write')
  const rows = useVirtualRows(container, {
    count: runs.length,
    rowHeight: isWide ? ROW_HEIGHT : CARD_HEIGHT,
    isShown: runs.length > 0,
  })

  const isAtEnd = runs.length > 0 && rows.last >= runs.length - 30
  const needsMore = isAtEnd && hasNextPage && !isFetching && !isFetchNextPageError
  const { fetchNextPage } = list
  useEffect(() => {
    if (needsMore) void fetchNextPage()
  }, [needsMore, fetchNextPage])

  const remember = () => rememberList(all)
  /** Moves the focus to a row. */
  const move = (to: number): string | undefined => {
    const index = Math.max(0, Math.min(runs.length - 1, to))
    const run = runs[index]
    if (run === undefined) return undefined
    // Before the focus arrives: the next key may follow at once.
    setActiveId(run.id)
    rows.scrollTo(index)
    const focus = () => {
      const link = document.getElementById(rowLinkId(run.id))
      link?.focus({ preventScroll: true })
      return link !== null
    }
    // A row that is far away exists only after the list has scrolled.
    if (!focus()) requestAnimationFrame(focus)
    return run.id
  }
  const commands = useRunCommands({
    runs,
    selection,
    activeId,
    onMove: move,
    onOpen: ({ id }) => {
      remember()
      void navigate({ href: `/executions/${id}` })
    },
    onBulk: (kind, chosen) =>
      setDialog({ kind, choice: selection.isAll ? { filter: all } : { runs: chosen } }),
  })

  const showNew = () => {
    setActiveId(undefined)
    container.current?.scrollTo({ top: 0 })
    void list.showNew()
  }
  const hasSelection = selection.isAll || selection.count > 0
  const showsWorkflow = workflowId === undefined
  const Row = isWide ? ExecutionRow : ExecutionCard
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        className={clsx(
          'shrink-0 border-b border-line px-(--gutter) pb-3',
          showsWorkflow ? 'pt-0.5' : 'pt-3',
        )}
      >
        <FilterBar filters={filters} onChange={onChange} isOfWorkflow={!showsWorkflow} />
      </div>
      {bulkRuns.shown.length > 0 && (
        <BulkProgress
          runs={bulkRuns.shown}
          canStop={canControl}
          onStop={(run) => void bulkRuns.stop(run)}
          onDismiss={bulkRuns.dismiss}
        />
      )}
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
          onClear={() => onChange({})}
        />
      ) : (
        <div role="table" aria-label={t.list} aria-rowcount={-1} className="flex min-h-0 flex-1 flex-col">
          {isWide && <ListHeader showsWorkflow={showsWorkflow} runs={runs} selection={selection} />}
          <div className="relative min-h-0 flex-1">
            {list.newCount > 0 && (
              <div className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
                <Button size="sm" onClick={showNew} className="pointer-events-auto rounded-full shadow-float">
                  <ArrowUp aria-hidden="true" className="size-4" />
                  {list.hasMoreNew ? t.moreNewRuns(list.newCount) : t.newRuns(list.newCount)}
                </Button>
              </div>
            )}
            <div ref={container} role="rowgroup" className="h-full overflow-y-auto [overflow-anchor:none]">
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
                        isActive={execution.id === activeId}
                        isSelected={selection.has(execution.id)}
                        isSelecting={hasSelection}
                        showsWorkflow={showsWorkflow}
                        onOpen={remember}
                        onFocus={() => setActiveId(execution.id)}
                        onSelect={(isRange) =>
                          isRange
                            ? selection.extendTo(execution.id, activeId)
                            : selection.toggle(execution.id)
                        }
                      />
                    </div>
                  ))}
                </div>
              </div>
              {hasSelection && <div aria-hidden="true" className="h-20" />}
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
      {hasSelection && (
        <RunSelectionBar
          selection={selection}
          canSelectMatching={!selection.isAll && selection.count === runs.length && hasNextPage}
          commands={commands}
        />
      )}
      {dialog !== undefined && (
        <Suspense>
          <BulkDialog
            kind={dialog.kind}
            choice={dialog.choice}
            onClose={() => setDialog(undefined)}
            onStarted={(run) => {
              setDialog(undefined)
              selection.clear()
              bulkRuns.watch(run)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

interface ListHeaderProps {
  showsWorkflow: boolean
  runs: readonly ExecutionOverview[]
  selection: RunSelection
}

function ListHeader({ showsWorkflow, runs, selection }: ListHeaderProps) {
  const hasSelection = selection.isAll || selection.count > 0
  const isComplete = selection.isAll || selection.count >= runs.length
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
        <span role="columnheader" className="flex">
          <SelectionBox
            label={bulkTexts.selectLoaded}
            checked={!hasSelection ? false : isComplete ? true : 'mixed'}
            onToggle={() => (hasSelection ? selection.clear() : selection.selectLoaded())}
          />
        </span>
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
