import { Link } from '@tanstack/react-router'
import type { Delivery, DeliveryStatus } from '../../api/webhooks.ts'
import { Badge, type BadgeTone } from '../../components/badge.tsx'
import { VirtualList } from '../../components/data/virtual-list.tsx'
import { VirtualTable, type TableColumn } from '../../components/data/virtual-table.tsx'
import { RelativeTime } from '../../components/time.tsx'
import * as t from '../../texts/webhooks/detail.ts'
import { SelectionBox } from '../../components/selection/selection-box.tsx'

const tones: Record<DeliveryStatus, BadgeTone> = {
  pending: 'warning',
  delivered: 'success',
  failed: 'danger',
}

export function DeliveryStatusBadge({ status }: { status: DeliveryStatus }) {
  return <Badge tone={tones[status]}>{t.statuses[status]}</Badge>
}

interface DeliveryTableProps {
  deliveries: readonly Delivery[]
  openId: string | undefined
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  canEdit: boolean
  isWide: boolean
  isNarrowed: boolean
  onEndReached: () => void
}

export function DeliveryTable(props: DeliveryTableProps) {
  const { deliveries, openId, selected, isWide, isNarrowed, onEndReached } = props
  if (!isWide) return <DeliveryCards {...props} />
  const columns = columnsOf(props)
  return (
    <VirtualTable
      label={t.deliveries}
      columns={isNarrowed ? columns.filter(({ id }) => id !== 'next' && id !== 'attempts') : columns}
      items={deliveries}
      keyOf={({ id }) => id}
      rowHeight={45}
      padding="px-6"
      onEndReached={onEndReached}
      className="min-h-0 flex-1 border-t border-line"
      rowProps={({ id }) => ({
        'data-selected': String(id === openId || selected.has(id)),
        className:
          'relative transition-colors hover:bg-hover/60 has-[a:focus-visible]:bg-hover has-[a:focus-visible]:shadow-[inset_2px_0_0_var(--color-focus)] data-[selected=true]:bg-accent-soft/60',
      })}
    />
  )
}

function columnsOf({ deliveries, selected, onSelect, canEdit }: DeliveryTableProps): TableColumn<Delivery>[] {
  const isAll = selected.size > 0 && selected.size === deliveries.length
  return [
    {
      id: 'event',
      title: t.columns.event,
      width: 'minmax(12rem,1fr)',
      isHeader: true,
      headerStart: canEdit && (
        <SelectionBox
          label={t.selectAll}
          checked={selected.size === 0 ? false : isAll ? true : 'mixed'}
          onToggle={() => onSelect(new Set(selected.size > 0 ? [] : deliveries.map(({ id }) => id)))}
        />
      ),
      cell: (delivery) => (
        <span className="flex items-center gap-3">
          {canEdit && <RowBox delivery={delivery} selected={selected} onSelect={onSelect} />}
          <DeliveryLink delivery={delivery} />
        </span>
      ),
    },
    {
      id: 'status',
      title: t.columns.status,
      width: '7rem',
      cell: ({ status }) => <DeliveryStatusBadge status={status} />,
    },
    {
      id: 'response',
      title: t.columns.response,
      width: 'minmax(6rem,1fr)',
      cell: ({ response_status: status, error }) => (
        <span className="block truncate text-muted" title={error ?? undefined}>
          {status ?? error ?? t.none}
        </span>
      ),
    },
    {
      id: 'attempts',
      title: t.columns.attempts,
      width: '5rem',
      align: 'end',
      cell: ({ attempt_count: count }) => <span className="text-muted tabular-nums">{count}</span>,
    },
    {
      id: 'created',
      title: t.columns.created,
      width: '8rem',
      cell: ({ created_at: at }) => (
        <span className="text-muted">
          <RelativeTime value={at} />
        </span>
      ),
    },
    {
      id: 'next',
      title: t.columns.next,
      width: '8rem',
      cell: ({ next_attempt_at: at }) => (
        <span className="text-muted">{at === null ? t.none : <RelativeTime value={at} />}</span>
      ),
    },
  ]
}

function DeliveryCards({ deliveries, selected, onSelect, canEdit, onEndReached }: DeliveryTableProps) {
  return (
    <VirtualList
      label={t.deliveries}
      items={deliveries}
      keyOf={({ id }) => id}
      itemHeight={68}
      measured
      onEndReached={onEndReached}
      className="min-h-0 flex-1 border-t border-line"
      renderItem={(delivery) => (
        <div className="relative flex items-center gap-3 border-b border-line px-4 py-3 text-[0.8125rem]">
          {canEdit && <RowBox delivery={delivery} selected={selected} onSelect={onSelect} />}
          <div className="min-w-0 flex-1">
            <DeliveryLink delivery={delivery} />
            <span className="block truncate text-xs text-muted">
              <RelativeTime value={delivery.created_at} />
            </span>
          </div>
          <DeliveryStatusBadge status={delivery.status} />
        </div>
      )}
    />
  )
}

interface RowBoxProps {
  delivery: Delivery
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
}

function RowBox({ delivery: { id }, selected, onSelect }: RowBoxProps) {
  return (
    <span className="relative z-10">
      <SelectionBox
        label={t.select(id)}
        checked={selected.has(id)}
        onToggle={() =>
          onSelect(new Set(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id]))
        }
      />
    </span>
  )
}

function DeliveryLink({ delivery: { id, event } }: { delivery: Delivery }) {
  return (
    <Link
      from="/webhooks/$webhookId"
      to="."
      search={(search) => ({ ...search, delivery: id })}
      replace
      className="flex min-w-0 items-baseline gap-2 outline-none after:absolute after:inset-0"
    >
      <span className="truncate font-medium">{event}</span>
      <code className="text-xs text-muted">{id.slice(-8)}</code>
    </Link>
  )
}
