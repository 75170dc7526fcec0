import { clsx } from 'clsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ClipboardList, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { useCan } from '../../app/use-can.ts'
import { formListQuery } from '../../api/forms.ts'
import type { VirtualListHandle } from '../../components/data/virtual-list.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SearchField } from '../../components/input/search-field.tsx'
import { NoMatch } from '../../components/no-match.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { BulkProgressNotice, useIsSlow } from '../../components/overlay/progress-notice.tsx'
import { SelectionBar } from '../../components/selection/selection-bar.tsx'
import { useListCommands } from '../../components/selection/use-list-commands.ts'
import { useSelection } from '../../components/selection/use-selection.ts'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { useMediaQuery } from '../../components/use-media-query.ts'
import * as t from '../../texts/forms/list.ts'
import { formCommands } from './form-commands.ts'
import { FormCards, formLinkId, FormsTable } from './forms-table.tsx'
import { useFormActions } from './use-form-actions.ts'

const route = getRouteApi('/signed-in/forms')
const refreshMs = 15_000
const listCommandTexts = {
  list: t.list,
  focusSearch: t.focusSearch,
  next: t.next,
  previous: t.previous,
  toggleSelected: t.toggleSelected,
  selectAll: t.selectAll,
  clearSelection: t.clearSelection,
}

export function FormsPage() {
  const heading = useDocumentTitle(t.title)
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const canEdit = useCan('forms:write')
  const wide = useMediaQuery('(min-width: 56rem)')
  const searchField = useRef<HTMLInputElement>(null)
  const list = useRef<VirtualListHandle>(null)
  const [activeId, setActiveId] = useState<string>()
  const actions = useFormActions()
  const query = useInfiniteQuery({
    ...formListQuery(q),
    refetchInterval: refreshMs,
    placeholderData: (previous) => previous,
  })
  const { data, error, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage, refetch } = query
  const forms = data?.pages.flatMap((page) => page.forms) ?? []
  const total = data?.pages.at(-1)?.total ?? 0
  const order = forms.map(({ id }) => id)
  const selection = useSelection(order)
  const isSearching = useIsSlow(isPlaceholderData && isFetching)

  const active = forms.find(({ id }) => id === activeId)
  const targets =
    selection.ids.size > 0 ? forms.filter(({ id }) => selection.ids.has(id)) : active ? [active] : []
  const groups = formCommands(targets, actions, canEdit)
  const create = {
    id: 'forms.create',
    title: t.create,
    group: t.group,
    icon: Plus,
    keys: ['c'],
    enabled: canEdit,
    run: () => actions.create(),
  }
  useCommands([create, ...groups.flat()])
  useListCommands({
    texts: listCommandTexts,
    order,
    linkId: formLinkId,
    selection,
    activeId,
    onActive: setActiveId,
    searchField,
    list,
  })

  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage()
  }
  const rows = { forms, selection, actions, canEdit, onEndReached: loadMore }
  const retry = () => void refetch()
  const isEmpty = data !== undefined && forms.length === 0
  const showsStart = isEmpty && q === ''
  const { deleting } = actions
  const deletedCount = deleting?.reduce((sum, form) => sum + (form.statistics?.submissions ?? 0), 0) ?? 0

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
          <div className="ml-auto">
            <CommandButton command={create} variant="primary" showKeys />
          </div>
        )}
      </div>
      {!showsStart && (
        <div className="flex pb-3">
          <SearchField
            ref={searchField}
            label={t.search}
            clearLabel={t.clearSearch}
            value={q}
            keys="/"
            isFetching={isSearching}
            onChange={(text) => void navigate({ search: text === '' ? {} : { q: text }, replace: true })}
            className="mx-4 w-full sm:ml-6 sm:w-72"
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
          <FormsSkeleton />
        ) : (
          <ErrorState title={t.loadFailed} error={error} retrying={isFetching} onRetry={retry} />
        )
      ) : showsStart ? (
        <EmptyState
          icon={ClipboardList}
          title={canEdit ? t.emptyTitle : t.viewerEmptyTitle}
          topic="forms"
          action={canEdit && <CommandButton command={create} variant="primary" size="md" />}
        >
          {canEdit ? t.emptyNote : t.viewerEmptyNote}
        </EmptyState>
      ) : isEmpty ? (
        <NoMatch
          title={t.noMatchTitle}
          note={t.noMatchNote}
          clearLabel={t.clearSearch}
          onClear={() => void navigate({ search: {}, replace: true })}
        />
      ) : wide ? (
        <FormsTable {...rows} ref={list} total={total} onActive={setActiveId} />
      ) : (
        <FormCards {...rows} />
      )}
      <output className="sr-only">{isFetchingNextPage && t.loadingMore}</output>
      {selection.ids.size > 0 && (
        <SelectionBar
          label={t.selectionActions}
          count={t.selected(selection.ids.size)}
          clearLabel={t.clearSelection}
          onClear={selection.clear}
        >
          {groups.flat().map((command) => (
            <CommandButton key={command.id} command={command} variant="ghost" />
          ))}
        </SelectionBar>
      )}
      <BulkProgressNotice progress={actions.progress} onCancel={actions.cancel} />
      <ConfirmDialog
        open={deleting !== undefined}
        title={t.deleteTitle(deleting?.length ?? 1, deleting?.[0]?.name ?? '')}
        confirmLabel={t.remove}
        tone="danger"
        onConfirm={() => void actions.remove(deleting ?? [])}
        onCancel={() => actions.setDeleting(undefined)}
      >
        {t.deleteNote(deletedCount)}
      </ConfirmDialog>
    </div>
  )
}

function FormsSkeleton() {
  return (
    <Loading label={t.loading} className="divide-y divide-line border-t border-line">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <div key={row} className="flex h-11 items-center gap-6 px-6">
          <Skeleton className="h-3.5 w-56" />
          <Skeleton className="ml-auto h-5 w-16 rounded-full" />
          <Skeleton className="h-3.5 w-24" />
        </div>
      ))}
    </Loading>
  )
}
