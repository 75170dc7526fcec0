import type { StateAddress, StateSummary } from '../../api/state.ts'
import { VirtualList } from '../../components/data/virtual-list.tsx'
import { VirtualTable, type TableColumn } from '../../components/data/virtual-table.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import * as t from '../../texts/state.ts'

interface StateListProps {
  entries: readonly StateSummary[]
  onOpen: (address: StateAddress) => void
  onEndReached: () => void
}

export function scopeName(entry: Pick<StateSummary, 'scope'> & { workflow_name?: string | null }): string {
  if (entry.scope === 'account') return t.account
  return entry.workflow_name ?? t.deletedWorkflow
}

export function StateList({ entries, onOpen, onEndReached }: StateListProps) {
  const isWide = useMediaQuery('(min-width: 56rem)')
  const className = 'min-h-0 flex-1 border-t border-line'
  if (!isWide) {
    return (
      <VirtualList
        label={t.listLabel}
        items={entries}
        keyOf={({ id }) => id}
        itemHeight={84}
        measured
        className={className}
        onEndReached={onEndReached}
        renderItem={(entry) => (
          <div className="relative space-y-1 border-b border-line px-4 py-3">
            <OpenButton entry={entry} onOpen={onOpen} />
            <Preview entry={entry} />
            <p className="truncate text-xs text-muted">
              {scopeName(entry)} · <RelativeTime value={entry.updated_at} />
            </p>
          </div>
        )}
      />
    )
  }
  return (
    <VirtualTable
      label={t.listLabel}
      columns={columnsOf(onOpen)}
      items={entries}
      keyOf={({ id }) => id}
      padding="px-6"
      className={className}
      onEndReached={onEndReached}
      rowProps={() => ({
        className:
          'relative transition-colors hover:bg-hover/60 has-[button:focus-visible]:bg-hover has-[button:focus-visible]:shadow-[inset_2px_0_0_var(--color-focus)]',
      })}
    />
  )
}

function columnsOf(onOpen: StateListProps['onOpen']): TableColumn<StateSummary>[] {
  return [
    {
      id: 'key',
      title: t.columns.key,
      width: 'minmax(10rem,1fr)',
      isHeader: true,
      cell: (entry) => <OpenButton entry={entry} onOpen={onOpen} />,
    },
    {
      id: 'value',
      title: t.columns.value,
      width: 'minmax(12rem,2fr)',
      cell: (entry) => <Preview entry={entry} />,
    },
    {
      id: 'scope',
      title: t.columns.scope,
      width: '12rem',
      cell: (entry) => <span className="block truncate">{scopeName(entry)}</span>,
    },
    {
      id: 'updated',
      title: t.columns.updated,
      width: '8rem',
      cell: ({ updated_at: at }) => (
        <span className="text-muted">
          <RelativeTime value={at} />
        </span>
      ),
    },
    {
      id: 'expires',
      title: t.columns.expires,
      width: '8rem',
      cell: ({ expires_at: at }) => (
        <span className="text-muted">{at === null ? t.never : <RelativeTime value={at} />}</span>
      ),
    },
  ]
}

function OpenButton({ entry, onOpen }: { entry: StateSummary; onOpen: StateListProps['onOpen'] }) {
  return (
    <button
      type="button"
      aria-label={t.open(entry.key)}
      onClick={() => onOpen(entry)}
      className="block max-w-full truncate text-left text-[0.8125rem] font-medium outline-none after:absolute after:inset-0"
    >
      {entry.key}
    </button>
  )
}

function Preview({ entry: { kind, preview } }: { entry: StateSummary }) {
  return kind === 'seen' ? (
    <span className="block truncate text-[0.8125rem] text-muted">{t.seen}</span>
  ) : (
    <code className="block truncate font-mono text-xs text-muted">{preview}</code>
  )
}
