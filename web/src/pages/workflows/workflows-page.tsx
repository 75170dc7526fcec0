import { clsx } from 'clsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LayoutTemplate, Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { runCommand } from '../../app/commands/run-command.ts'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { useCan } from '../../app/use-can.ts'
import { workflowListQuery } from '../../api/workflows.ts'
import type { VirtualListHandle } from '../../components/data/virtual-list.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { ProgressNotice, useIsSlow } from '../../components/overlay/progress-notice.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import * as actionTexts from '../../texts/workflows/actions.ts'
import * as templateTexts from '../../texts/templates.ts'
import * as t from '../../texts/workflows/list.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useKnownLabels } from './use-known-labels.ts'
import { useListCommands } from './use-list-commands.ts'
import { useSelection } from './use-selection.ts'
import { useWorkflowActions } from './use-workflow-actions.ts'
import { WorkflowCards } from './workflow-cards.tsx'
import { workflowCommands } from './workflow-commands.ts'
import { WorkflowFilters } from './workflow-filters.tsx'
import { WorkflowTable } from './workflow-table.tsx'
import { NoMatch } from './no-match.tsx'
import { isFiltered, toFilters } from './workflows-search.ts'
import { WorkflowsSkeleton } from './workflows-skeleton.tsx'

const WorkflowDialogs = lazy(async () => ({
  default: (await import('./workflow-dialogs.tsx')).WorkflowDialogs,
}))
const WorkflowsEmpty = lazy(async () => ({ default: (await import('./workflows-empty.tsx')).WorkflowsEmpty }))

const route = getRouteApi('/signed-in/workflows')
const refreshMs = 15_000

export function WorkflowsPage() {
  const heading = useDocumentTitle(t.title)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const canEdit = useCan('workflows:write')
  const wide = useMediaQuery('(min-width: 56rem)')
  const searchField = useRef<HTMLInputElement>(null)
  const list = useRef<VirtualListHandle>(null)
  const [activeId, setActiveId] = useState<string>()
  const actions = useWorkflowActions()

  const query = useInfiniteQuery({
    ...workflowListQuery(toFilters(search)),
    refetchInterval: refreshMs,
    placeholderData: (previous) => previous,
  })
  const { data, error, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage, refetch } = query
  const workflows = data?.pages.flatMap((page) => page.workflows) ?? []
  const total = data?.pages.at(-1)?.total ?? 0
  const selection = useSelection(workflows.map(({ id }) => id))
  const { tags, folders } = useKnownLabels(workflows)
  const isSearching = useIsSlow(isPlaceholderData && isFetching)
  const isSlow = useIsSlow(actions.progress !== undefined)

  const active = workflows.find(({ id }) => id === activeId)
  const targets =
    selection.ids.size > 0
      ? workflows.filter(({ id }) => selection.ids.has(id))
      : active === undefined
        ? []
        : [active]
  const groups = workflowCommands(targets, actions, canEdit)
  const create = {
    id: 'workflows.create',
    title: actionTexts.create,
    group: actionTexts.group,
    icon: Plus,
    keys: ['c'],
    enabled: canEdit,
    run: () => actions.create(),
  }
  const importCommand = {
    id: 'workflows.import',
    title: actionTexts.importJson,
    group: actionTexts.group,
    icon: Upload,
    keys: ['i'],
    enabled: canEdit,
    run: () => actions.setDialog({ kind: 'import' }),
  }
  const fromTemplate = {
    id: 'workflows.from-template',
    title: templateTexts.fromTemplate,
    group: actionTexts.group,
    icon: LayoutTemplate,
    keys: ['shift+c'],
    enabled: canEdit,
    run: () => navigate({ to: '/templates' }),
  }
  useCommands([create, fromTemplate, importCommand, ...groups.flat()])
  useListCommands({ workflows, selection, activeId, onActive: setActiveId, searchField, list })

  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage()
  }
  const clearFilters = () => void navigate({ search: {}, replace: true })
  const retry = () => void refetch()
  const isEmpty = data !== undefined && workflows.length === 0
  const showsStart = isEmpty && !isFiltered(search)

  return (
    <div className={clsx('relative flex min-h-0 flex-1 flex-col', !showsStart && 'bg-surface')}>
      <div className="flex h-14 shrink-0 items-center gap-3 px-4 sm:px-6">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
          {t.title}
        </h1>
        {data !== undefined && !showsStart && (
          <span className="text-[0.8125rem] text-muted max-sm:hidden">{t.count(total)}</span>
        )}
        {canEdit && (
          <div className="ml-auto flex items-center gap-2">
            <CommandButton command={fromTemplate} iconOnly />
            <CommandButton command={importCommand} iconOnly />
            <CommandButton command={create} variant="primary" showKeys />
          </div>
        )}
      </div>
      {!showsStart && (
        <WorkflowFilters
          fieldRef={searchField}
          search={search}
          onChange={(next) => void navigate({ search: next, replace: true })}
          tags={tags}
          folders={folders}
          isFetching={isSearching}
        />
      )}
      {error !== null && data !== undefined && (
        <div className="px-4 pb-3 sm:px-6">
          <StaleNotice error={error} retrying={isFetching} onRetry={retry} />
        </div>
      )}
      {data === undefined ? (
        error === null ? (
          <WorkflowsSkeleton />
        ) : (
          <ErrorState title={t.loadFailed} error={error} retrying={isFetching} onRetry={retry} />
        )
      ) : showsStart ? (
        <Suspense>
          <WorkflowsEmpty
            canEdit={canEdit}
            onCreate={(workflow) => runCommand({ ...create, run: () => actions.create(workflow) })}
            onImport={importCommand.run}
          />
        </Suspense>
      ) : isEmpty ? (
        <NoMatch onClear={clearFilters} />
      ) : wide ? (
        <WorkflowTable
          ref={list}
          workflows={workflows}
          total={total}
          selection={selection}
          actions={actions}
          canEdit={canEdit}
          onEndReached={loadMore}
          onActive={setActiveId}
        />
      ) : (
        <WorkflowCards
          workflows={workflows}
          selection={selection}
          actions={actions}
          canEdit={canEdit}
          onEndReached={loadMore}
        />
      )}
      <output className="sr-only">{isFetchingNextPage && t.loadingMore}</output>
      {selection.ids.size > 0 && (
        <SelectionBar count={selection.ids.size} groups={groups} onClear={selection.clear} />
      )}
      {isSlow && actions.progress !== undefined && (
        <div className="absolute inset-x-0 bottom-20 z-30 mx-auto w-full max-w-sm px-4">
          <ProgressNotice
            label={actions.progress.label}
            progress={actions.progress.done / actions.progress.total}
            onCancel={actions.cancel}
          />
        </div>
      )}
      {actions.dialog !== undefined && (
        <Suspense>
          <WorkflowDialogs dialog={actions.dialog} actions={actions} tags={tags} folders={folders} />
        </Suspense>
      )}
    </div>
  )
}
