import { getRouteApi, Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowUp, Download, Inbox, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import type { Submission } from '../../api/forms.ts'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { Button, buttonClass } from '../../components/button.tsx'
import { VirtualList, type VirtualListHandle } from '../../components/data/virtual-list.tsx'
import { VirtualTable, type TableColumn } from '../../components/data/virtual-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SearchField } from '../../components/input/search-field.tsx'
import { NoMatch } from '../../components/no-match.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { useIsSlow } from '../../components/overlay/progress-notice.tsx'
import { ResizablePanel } from '../../components/panel/resizable-panel.tsx'
import { RowBox, SelectAllBox } from '../../components/selection/selectable-row.tsx'
import { SelectionBar } from '../../components/selection/selection-bar.tsx'
import { SelectionBox } from '../../components/selection/selection-box.tsx'
import { useSelection } from '../../components/selection/use-selection.ts'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { toast } from '../../components/toast-store.ts'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { useOpenForm } from '../../forms/model/form-context.ts'
import * as common from '../../texts/common.ts'
import { formatMoment } from '../../texts/format.ts'
import * as t from '../../texts/forms/submissions.ts'
import { describeAnswer } from './submissions/answer-text.tsx'
import { ColumnsMenu } from './submissions/columns-menu.tsx'
import { SubmissionDetail } from './submissions/submission-detail.tsx'
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
  const [busy, setBusy] = useState(false)
  const [deleteError, setDeleteError] = useState<unknown>()

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

  const confirmDelete = async () => {
    if (deleting === undefined) return
    setBusy(true)
    setDeleteError(undefined)
    try {
      const gone = new Set(deleting)
      const after = submissions.slice(index + 1).find(({ id }) => !gone.has(id))
      const deleted = await list.remove(deleting)
      toast.show({ tone: 'success', title: t.deleted(deleted) })
      if (openId !== undefined && gone.has(openId)) open(after?.id)
      selection.clear()
      setDeleting(undefined)
    } catch (caught) {
      setDeleteError(caught)
    } finally {
      setBusy(false)
    }
  }

  const total = form.statistics?.submissions ?? 0
  const csv = `/app/v1/forms/${formId}/submissions.csv${q === '' ? '' : `?search=${encodeURIComponent(q)}`}`
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
          <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
            <SearchField
              ref={searchField}
              label={t.search}
              clearLabel={t.clearSearch}
              value={q}
              keys="/"
              isFetching={isSearching}
              onChange={(text) => void navigate({ search: text === '' ? {} : { q: text }, replace: true })}
              className="w-full sm:w-72"
            />
            <span className="text-[0.8125rem] text-muted">
              {q === '' ? t.count(total) : t.found(submissions.length, list.hasNextPage)}
            </span>
            <div className="ml-auto flex gap-2">
              <ColumnsMenu columns={columns} />
              <a href={csv} download title={t.exportNote} className={buttonClass('secondary', 'sm')}>
                <Download aria-hidden="true" className="size-4" />
                <span className="max-sm:sr-only">{q === '' ? t.exportCsv : t.exportFound}</span>
              </a>
            </div>
          </div>
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
            <ListSkeleton label={list.isSearchingOn ? t.searchingMore : t.loading} />
          )
        ) : isBlank ? (
          <EmptyState
            icon={Inbox}
            title={t.emptyTitle}
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
      <ConfirmDialog
        open={deleting !== undefined}
        title={t.deleteTitle(deleting?.length ?? 1)}
        confirmLabel={t.remove}
        tone="danger"
        busy={busy}
        error={deleteError}
        errorTitle={t.deleteFailed}
        onConfirm={() => void confirmDelete()}
        onCancel={() => {
          setDeleting(undefined)
          setDeleteError(undefined)
        }}
      >
        {t.deleteNote}
      </ConfirmDialog>
    </div>
  )
}

interface SubmissionListProps {
  submissions: readonly Submission[]
  columns: readonly { name: string; label: string; type: string }[]
  /** Undefined for people who may not delete. */
  selection: ReturnType<typeof useSelection> | undefined
  onOpen: (id: string) => void
  onEndReached: () => void
}

interface SubmissionTableProps extends SubmissionListProps {
  total: number
  openId: string | undefined
  ref: React.Ref<VirtualListHandle>
}

const columnWidth = 176
const firstWidth = 208

function columnsOf({
  submissions,
  columns,
  selection,
  openId,
  onOpen,
}: Omit<SubmissionTableProps, 'ref'>): TableColumn<Submission>[] {
  return [
    {
      id: 'received',
      title: t.receivedAt,
      width: `${firstWidth}px`,
      isHeader: true,
      headerStart: selection && (
        <SelectAllBox label={t.selectAll} selection={selection} order={submissions.map(({ id }) => id)} />
      ),
      cell: ({ id, created_at: at }) => (
        <div className="flex items-center gap-3">
          {selection && <RowBox label={t.select(formatMoment(at))} selection={selection} id={id} />}
          <button
            type="button"
            aria-current={id === openId ? true : undefined}
            onClick={() => onOpen(id)}
            className="truncate text-left text-muted outline-none after:absolute after:inset-0"
          >
            <RelativeTime value={at} /> <span className="sr-only">{t.openDetail}</span>
          </button>
        </div>
      ),
    },
    ...columns.map(({ name, label, type }): TableColumn<Submission> => ({
      id: `answer-${name}`,
      title: label,
      width: `minmax(${columnWidth - 16}px,1fr)`,
      cell: ({ data }) => (
        <span dir="auto" className="block truncate">
          {type === 'password' && data[name] !== undefined ? t.concealed : describeAnswer(data[name])}
        </span>
      ),
    })),
  ]
}

function SubmissionTable(props: SubmissionTableProps) {
  const { submissions, columns, total, selection, openId, onEndReached, ref } = props
  return (
    <div className="min-h-0 flex-1 overflow-x-auto">
      <VirtualTable
        ref={ref}
        label={t.listLabel}
        columns={columnsOf(props)}
        items={submissions}
        keyOf={({ id }) => id}
        rowHeight={41}
        total={total}
        onEndReached={onEndReached}
        className="h-full"
        style={{ minWidth: firstWidth + columns.length * columnWidth + 32 }}
        rowProps={({ id }) => ({
          'data-selected': String(selection?.ids.has(id) === true || id === openId),
          className:
            'group relative transition-colors hover:bg-hover/60 has-[button:focus-visible]:bg-hover has-[button:focus-visible]:shadow-[inset_2px_0_0_var(--color-focus)] data-[selected=true]:bg-accent-soft/60',
        })}
      />
    </div>
  )
}

function SubmissionCards({ submissions, columns, selection, onOpen, onEndReached }: SubmissionListProps) {
  return (
    <VirtualList
      label={t.listLabel}
      items={submissions}
      keyOf={({ id }) => id}
      itemHeight={84}
      measured
      onEndReached={onEndReached}
      className="min-h-0 flex-1"
      renderItem={({ id, created_at: at, data }) => (
        <div className="relative flex gap-3 border-b border-line px-4 py-3">
          {selection && (
            <span className="pt-0.5">
              <SelectionBox
                label={t.select(formatMoment(at))}
                checked={selection.ids.has(id)}
                onToggle={() => selection.toggle(id)}
              />
            </span>
          )}
          <div className="min-w-0 flex-1">
            <button
              type="button"
              onClick={() => onOpen(id)}
              className="text-xs text-muted after:absolute after:inset-0"
            >
              <RelativeTime value={at} /> <span className="sr-only">{t.openDetail}</span>
            </button>
            {columns
              .filter(({ name, type }) => data[name] !== undefined && type !== 'password')
              .slice(0, 3)
              .map(({ name }, row) => (
                <p
                  key={name}
                  dir="auto"
                  className={clsx('truncate text-sm', row > 0 && 'text-[0.8125rem] text-muted')}
                >
                  {describeAnswer(data[name])}
                </p>
              ))}
          </div>
        </div>
      )}
    />
  )
}

function ListSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className="divide-y divide-line">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => (
        <div key={row} className="flex h-10 items-center gap-6 px-4">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-3.5 w-40" />
          <Skeleton className="h-3.5 w-52" />
        </div>
      ))}
    </Loading>
  )
}
