import { clsx } from 'clsx'
import type { Ref } from 'react'
import type { Submission } from '../../../api/forms.ts'
import { VirtualList, type VirtualListHandle } from '../../../components/data/virtual-list.tsx'
import { VirtualTable, type TableColumn } from '../../../components/data/virtual-table.tsx'
import { RowBox, SelectAllBox } from '../../../components/selection/selectable-row.tsx'
import { SelectionBox } from '../../../components/selection/selection-box.tsx'
import type { Selection } from '../../../components/selection/use-selection.ts'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import { RelativeTime } from '../../../components/time.tsx'
import { formatMoment } from '../../../texts/format.ts'
import * as t from '../../../texts/forms/submissions.ts'
import { describeAnswer } from './answer-text.tsx'

interface SubmissionListProps {
  submissions: readonly Submission[]
  columns: readonly { name: string; label: string; type: string }[]
  /** Undefined for people who may not delete. */
  selection: Selection | undefined
  onOpen: (id: string) => void
  onEndReached: () => void
}

interface SubmissionTableProps extends SubmissionListProps {
  total: number
  openId: string | undefined
  ref: Ref<VirtualListHandle>
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

/** The list on wide screens. */
export function SubmissionTable(props: SubmissionTableProps) {
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

/** The list on phones. */
export function SubmissionCards({
  submissions,
  columns,
  selection,
  onOpen,
  onEndReached,
}: SubmissionListProps) {
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

export function SubmissionsSkeleton({ label }: { label: string }) {
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
