import { clsx } from 'clsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LayoutTemplate, Plus, Upload } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { runCommand } from '../../app/commands/run-command.ts'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { useCan } from '../../app/use-can.ts'
import { workflowListQuery } from '../../api/workflows.ts'
import type { VirtualListHandle } from '../../components/data/virtual-list.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { NoMatch } from '../../components/no-match.tsx'
import { BulkProgressNotice, useIsSlow } from '../../components/overlay/progress-notice.tsx'
import { SelectionBar } from '../../components/selection/selection-bar.tsx'
import { useListCommands } from '../../components/selection/use-list-commands.ts'
import { useSelection } from '../../components/selection/use-selection.ts'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import * as actionTexts from '../../texts/workflows/actions.ts'
import * as templateTexts from '../../texts/templates.ts'
import * as t from '../../texts/workflows/list.ts'
import { useKnownLabels } from './use-known-labels.ts'
import { useWorkflowActions } from './use-workflow-actions.ts'
import { WorkflowCards } from './workflow-cards.tsx'
import { workflowCommands } from './workflow-commands.ts'
import { WorkflowFilters } from './workflow-filters.tsx'
import { rowLinkId, WorkflowTable } from './workflow-table.tsx'
import { isFiltered, toFilters } from './workflows-search.ts'
import { WorkflowsSkeleton } from './workflows-skeleton.tsx'
import { lazyDialog } from '../../app/lazy-dialog.tsx'
import { lazyPart } from '../../app/lazy-part.ts'

const WorkflowDialogs = lazyDialog(
  async () => ({ default: (await import('./workflow-dialogs.tsx')).WorkflowDialogs }),
  (props) => props.actions.setDialog(undefined),
)
const WorkflowsEmpty = lazyPart(async () => ({
  default: (await import('./workflows-empty.tsx')).WorkflowsEmpty,
}))

const route = getRouteApi('/signed-in/workflows')
const refreshMs = 15_000
const listCommandTexts = {
  list: actionTexts.list,
  focusSearch: actionTexts.focusSearch,
  next: actionTexts.next,
  previous: actionTexts.previous,
  toggleSelected: actionTexts.toggleSelected,
  selectAll: actionTexts.selectAll,
  clearSelection: actionTexts.clearSelection,
  extendDown: actionTexts.extendDown,
  extendUp: actionTexts.extendUp,
}

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
  const order = workflows.map(({ id }) => id)
  const selection = useSelection(order)
  const { tags, folders } = useKnownLabels(workflows)
  const isSearching = useIsSlow(isPlaceholderData && isFetching)

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
  useListCommands({
    texts: listCommandTexts,
    order,
    linkId: rowLinkId,
    selection,
    activeId,
    onActive: setActiveId,
    searchField,
    list,
  })

  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage()
  }
  const rows = { workflows, selection, actions, canEdit, onEndReached: loadMore }
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
        <NoMatch
          title={t.noMatchTitle}
          note={t.noMatchNote}
          clearLabel={t.clearFilters}
          onClear={clearFilters}
        />
      ) : wide ? (
        <WorkflowTable {...rows} ref={list} total={total} onActive={setActiveId} />
      ) : (
        <WorkflowCards {...rows} />
      )}
      <output className="sr-only">{isFetchingNextPage && t.loadingMore}</output>
      {selection.ids.size > 0 && (
        <SelectionBar
          label={t.selectionActions}
          count={t.selected(selection.ids.size)}
          clearLabel={actionTexts.clearSelection}
          onClear={selection.clear}
        >
          {groups.flat().map((command) => (
            <span key={command.id} className="contents">
              <span className="max-xl:hidden">
                <CommandButton command={command} variant="ghost" />
              </span>
              <span className="xl:hidden">
                <CommandButton command={command} iconOnly />
              </span>
            </span>
          ))}
        </SelectionBar>
      )}
      <BulkProgressNotice progress={actions.progress} onCancel={actions.cancel} />
      {actions.dialog !== undefined && (
        <Suspense>
          <WorkflowDialogs dialog={actions.dialog} actions={actions} tags={tags} folders={folders} />
        </Suspense>
      )}
    </div>
  )
}
