import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ClipboardList, FilterX, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { useCan } from '../../app/use-can.ts'
import { formListQuery } from '../../api/forms.ts'
import { Button } from '../../components/button.tsx'
import type { VirtualListHandle } from '../../components/data/virtual-list.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { SearchField } from '../../components/input/search-field.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { ProgressNotice, useIsSlow } from '../../components/overlay/progress-notice.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { useMediaQuery } from '../../components/use-media-query.ts'
import * as t from '../../texts/forms/list.ts'
import { useSelection } from '../workflows/use-selection.ts'
import { formCommands } from './form-commands.ts'
import { FormCards, formLinkId, FormsTable } from './forms-table.tsx'
import { useFormActions } from './use-form-actions.ts'

const route = getRouteApi('/signed-in/forms')
const refreshMs = 15_000

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
  const selection = useSelection(forms.map(({ id }) => id))
  const isSearching = useIsSlow(isPlaceholderData && isFetching)
  const isSlow = useIsSlow(actions.progress !== undefined)

  const index = forms.findIndex(({ id }) => id === activeId)
  const active = forms[index]
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
  const focusRow = (wanted: number) => {
    const form = forms[Math.min(Math.max(wanted, 0), forms.length - 1)]
    if (form === undefined) return
    setActiveId(form.id)
    list.current?.reveal(forms.indexOf(form))
    // The row exists only after the list has scrolled.
    requestAnimationFrame(() => document.getElementById(formLinkId(form.id))?.focus({ preventScroll: true }))
  }
  const hasRows = forms.length > 0
  const moves = { group: t.list, hidden: true, enabled: hasRows }
  useCommands([
    create,
    ...groups.flat(),
    {
      id: 'list.search',
      title: t.focusSearch,
      group: t.list,
      keys: ['/'],
      run: () => searchField.current?.focus(),
    },
    { ...moves, id: 'list.next', title: t.next, keys: ['j', 'arrowdown'], run: () => focusRow(index + 1) },
    {
      ...moves,
      id: 'list.previous',
      title: t.previous,
      keys: ['k', 'arrowup'],
      run: () => focusRow(index - 1),
    },
    {
      ...moves,
      id: 'list.select',
      title: t.toggleSelected,
      keys: ['x'],
      enabled: active !== undefined,
      run: () => {
        if (active !== undefined) selection.toggle(active.id)
      },
    },
    {
      id: 'list.select-all',
      title: t.selectAll,
      group: t.list,
      keys: ['mod+a'],
      enabled: hasRows,
      run: () => selection.set(forms.map(({ id }) => id)),
    },
    {
      id: 'list.clear-selection',
      title: t.clearSelection,
      group: t.list,
      keys: ['escape'],
      enabled: selection.ids.size > 0,
      run: () => selection.clear(),
    },
  ])

  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage()
  }
  const retry = () => void refetch()
  const isEmpty = data !== undefined && forms.length === 0
  const showsStart = isEmpty && q === ''
  const { deleting } = actions
  const deletedCount = deleting?.reduce((sum, form) => sum + (form.statistics?.submissions ?? 0), 0) ?? 0

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
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
        <EmptyState
          icon={FilterX}
          title={t.noMatchTitle}
          action={
            <Button variant="secondary" onClick={() => void navigate({ search: {}, replace: true })}>
              {t.clearSearch}
            </Button>
          }
        >
          {t.noMatchNote}
        </EmptyState>
      ) : wide ? (
        <FormsTable
          ref={list}
          forms={forms}
          total={total}
          selection={selection}
          actions={actions}
          canEdit={canEdit}
          onEndReached={loadMore}
          onActive={setActiveId}
        />
      ) : (
        <FormCards
          forms={forms}
          selection={selection}
          actions={actions}
          canEdit={canEdit}
          onEndReached={loadMore}
        />
      )}
      <output className="sr-only">{isFetchingNextPage && t.loadingMore}</output>
      {selection.ids.size > 0 && (
        <div
          role="toolbar"
          aria-label={t.selectionActions}
          className="pointer-events-none absolute inset-x-0 bottom-4 z-20 flex justify-center px-4"
        >
          <div className="pointer-events-auto flex max-w-full animate-rise items-center gap-1 overflow-x-auto rounded-xl border border-line bg-raised p-1.5 shadow-float">
            <span className="px-2.5 text-[0.8125rem] font-medium whitespace-nowrap">
              {t.selected(selection.ids.size)}
            </span>
            {groups.flat().map((command) => (
              <CommandButton key={command.id} command={command} variant="ghost" />
            ))}
            <IconButton icon={X} label={t.clearSelection} keys="escape" onClick={selection.clear} />
          </div>
        </div>
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
