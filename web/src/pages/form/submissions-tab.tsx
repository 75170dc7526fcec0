import { getRouteApi, Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowUp, Inbox, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { Button, buttonClass } from '../../components/button.tsx'
import type { VirtualListHandle } from '../../components/data/virtual-list.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { NoMatch } from '../../components/no-match.tsx'
import { useIsSlow } from '../../components/overlay/progress-notice.tsx'
import { ResizablePanel } from '../../components/panel/resizable-panel.tsx'
import { SelectionBar } from '../../components/selection/selection-bar.tsx'
import { useSelection } from '../../components/selection/use-selection.ts'
import { toast } from '../../components/toast-store.ts'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { useOpenForm } from '../../forms/model/form-context.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/forms/submissions.ts'
import { DeleteSubmissionsDialog } from './submissions/delete-submissions-dialog.tsx'
import { SubmissionDetail } from './submissions/submission-detail.tsx'
import { SubmissionCards, SubmissionsSkeleton, SubmissionTable } from './submissions/submission-lists.tsx'
import { SubmissionsToolbar } from './submissions/submissions-toolbar.tsx'
import { useColumns } from './submissions/use-columns.ts'
import { useSubmissions } from './submissions/use-submissions.ts'

const route = getRouteApi('/signed-in/forms/$formId/submissions')

/** The answers to a form: a table, and one of them in full. */
export function SubmissionsTab() {
  const { formId } = route.useParams()
  const { q = '', submission: openId } = route.useSearch()
  const navigate = route.useNavigate()
  const { form, canEdit } = useOpenForm()
  const list = useSubmissions(formId, q)
  const { submissions, data, error, isFetching, isFetchNextPageError } = list
  const columns = useColumns(formId, form.columns ?? [], submissions)
  const selection = useSelection(submissions.map(({ id }) => id))
  const wide = useMediaQuery('(min-width: 64rem)')
  const searchField = useRef<HTMLInputElement>(null)
  const handle = useRef<VirtualListHandle>(null)
  const isSearching = useIsSlow(isFetching && list.isPlaceholderData)
  const [deleting, setDeleting] = useState<readonly string[]>()
  const open = (id: string | undefined) =>
    void navigate({
      search: { ...(q === '' ? {} : { q }), ...(id === undefined ? {} : { submission: id }) },
      replace: openId !== undefined,
    })
  const index = submissions.findIndex(({ id }) => id === openId)
  const show = (next: number) => {
    const submission = submissions[next]
    if (submission === undefined) return
    handle.current?.reveal(next)
    open(submission.id)
    if (next >= submissions.length - 3) list.loadMore()
  }
  const hasNext = index < submissions.length - 1
  const hasPrevious = index > 0
  const targets = selection.ids.size > 0 ? [...selection.ids] : openId === undefined ? [] : [openId]
  const removeCommand = {
    id: 'submissions.delete',
    title: t.remove,
    group: t.group,
    icon: Trash2,
    keys: ['delete', 'mod+backspace'],
    enabled: canEdit && targets.length > 0,
    run: () => setDeleting(targets),
  }
  useCommands([
    removeCommand,
    {
      id: 'list.search',
      title: t.focusSearch,
      group: t.group,
      keys: ['/'],
      run: () => searchField.current?.focus(),
    },
    {
      id: 'submissions.next',
      title: t.next,
      group: t.group,
      keys: ['j', 'arrowdown'],
      enabled: submissions.length > 0 && hasNext,
      run: () => show(index + 1),
    },
    {
      id: 'submissions.previous',
      title: t.previous,
      group: t.group,
      keys: ['k', 'arrowup'],
      enabled: hasPrevious,
      run: () => show(index - 1),
    },
    {
      id: 'list.select-all',
      title: t.selectAll,
      group: t.group,
      keys: ['mod+a'],
      enabled: canEdit && submissions.length > 0,
      run: () => selection.set(submissions.map(({ id }) => id)),
    },
    {
      id: 'submissions.close',
      title: selection.ids.size > 0 ? t.clearSelection : t.closeDetail,
      group: t.group,
      keys: ['escape'],
      enabled: selection.ids.size > 0 || openId !== undefined,
      run: () => (selection.ids.size > 0 ? selection.clear() : open(undefined)),
    },
  ])

  const deleteSubmissions = async (ids: readonly string[]) => {
    const gone = new Set(ids)
    const after = submissions.slice(index + 1).find(({ id }) => !gone.has(id))
    const deleted = await list.remove(ids)
    toast.show({ tone: 'success', title: t.deleted(deleted) })
    if (openId !== undefined && gone.has(openId)) open(after?.id)
    selection.clear()
  }

  const total = form.statistics?.submissions ?? 0
  const detail = openId !== undefined && (
    <SubmissionDetail
      formId={formId}
      submissionId={openId}
      canEdit={canEdit}
      onPrevious={hasPrevious ? () => show(index - 1) : undefined}
      onNext={index >= 0 && hasNext ? () => show(index + 1) : undefined}
      onDelete={() => setDeleting([openId])}
      onClose={() => open(undefined)}
    />
  )
  const isBlank = list.isEmpty && q === ''

  return (
    <div className="relative flex min-h-0 flex-1">
      <div className={clsx('flex min-h-0 min-w-0 flex-1 flex-col bg-surface', !wide && detail && 'hidden')}>
        {!isBlank && (
          <SubmissionsToolbar
            formId={formId}
            search={q}
            onSearch={(text) => void navigate({ search: text === '' ? {} : { q: text }, replace: true })}
            isSearching={isSearching}
            count={q === '' ? t.count(total) : t.found(submissions.length, list.hasNextPage)}
            columns={columns}
            fieldRef={searchField}
          />
        )}
        {data === undefined || list.isSearchingOn ? (
          error !== null ? (
            <ErrorState
              title={t.loadFailed}
              error={error}
              retrying={isFetching}
              onRetry={() => void list.refetch()}
            />
          ) : (
            <SubmissionsSkeleton label={list.isSearchingOn ? t.searchingMore : t.loading} />
          )
        ) : isBlank ? (
          <EmptyState
            icon={Inbox}
            title={t.emptyTitle}
            topic="forms#find-and-delete-submissions"
            action={
              <Link to="/forms/$formId/share" params={{ formId }} className={buttonClass('primary')}>
                {t.goToShare}
              </Link>
            }
          >
            {t.emptyNote}
          </EmptyState>
        ) : list.isEmpty ? (
          <NoMatch
            title={t.noMatchTitle}
            note={t.noMatchNote}
            clearLabel={t.clearSearch}
            onClear={() => void navigate({ search: {}, replace: true })}
          />
        ) : (
          <div className="relative flex min-h-0 flex-1 flex-col">
            {list.newCount > 0 && (
              <div className="pointer-events-none absolute inset-x-0 top-11 z-10 flex justify-center">
                <Button
                  size="sm"
                  onClick={() => void list.showNew()}
                  className="pointer-events-auto rounded-full shadow-float"
                >
                  <ArrowUp aria-hidden="true" className="size-4" />
                  {t.newOnes(list.newCount, list.hasMoreNew)}
                </Button>
              </div>
            )}
            {wide ? (
              <SubmissionTable
                ref={handle}
                submissions={submissions}
                columns={columns.shown}
                total={q === '' ? total : submissions.length}
                selection={canEdit ? selection : undefined}
                openId={openId}
                onOpen={open}
                onEndReached={list.loadMore}
              />
            ) : (
              <SubmissionCards
                submissions={submissions}
                columns={columns.shown}
                selection={canEdit ? selection : undefined}
                onOpen={open}
                onEndReached={list.loadMore}
              />
            )}
            {isFetchNextPageError && (
              <p
                role="status"
                className="flex items-center justify-center gap-3 border-t border-line p-2 text-[0.8125rem] text-muted"
              >
                {t.moreFailed} {describeError(error)}
                <Button variant="secondary" size="sm" onClick={() => void list.fetchNextPage()}>
                  {common.tryAgain}
                </Button>
              </p>
            )}
          </div>
        )}
        <output className="sr-only">{list.isFetchingNextPage && t.loadingMore}</output>
      </div>
      {detail &&
        (wide ? (
          <ResizablePanel
            label={t.detail}
            side="right"
            storageKey="submission-panel"
            defaultSize={420}
            min={320}
            max={720}
            className="border-l border-line bg-surface"
          >
            {detail}
          </ResizablePanel>
        ) : (
          <section aria-label={t.detail} className="min-h-0 min-w-0 flex-1 bg-surface">
            {detail}
          </section>
        ))}
      {selection.ids.size > 0 && (
        <SelectionBar
          label={t.selectionActions}
          count={t.selected(selection.ids.size)}
          clearLabel={t.clearSelection}
          onClear={selection.clear}
        >
          <CommandButton command={removeCommand} variant="ghost" />
        </SelectionBar>
      )}
      <DeleteSubmissionsDialog
        ids={deleting}
        onDelete={deleteSubmissions}
        onClose={() => setDeleting(undefined)}
      />
    </div>
  )
}
