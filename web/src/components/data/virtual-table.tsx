import { clsx } from 'clsx'
import type { ReactNode, Ref } from 'react'
import { VirtualList, type VirtualListHandle } from './virtual-list.tsx'

export interface TableColumn<Item> {
  id: string
  /** The heading. */
  title: string
  /** Keeps the heading for screen readers only. */
  hideTitle?: boolean
  /** A control before the heading. */
  headerStart?: ReactNode
  /** A track of a CSS grid: `minmax(0,1fr)`, `8rem`. */
  width: string
  cell: (item: Item, index: number) => ReactNode
  align?: 'start' | 'end'
  /** Whether its cells name the row. */
  isHeader?: boolean
}

interface VirtualTableProps<Item> {
  label: string
  columns: readonly TableColumn<Item>[]
  items: readonly Item[]
  keyOf: (item: Item) => string
  rowHeight?: number
  total?: number
  onEndReached?: () => void
  /** Attributes of a row, such as `aria-selected` and handlers. */
  rowProps?: (
    item: Item,
    index: number,
  ) => React.HTMLAttributes<HTMLDivElement> & { [data: `data-${string}`]: string }
  /** Puts something around each row, such as a context menu. It must render the row itself. */
  wrapRow?: (item: Item, row: ReactNode) => ReactNode
  /** The horizontal padding of heading and rows. */
  padding?: string
  className?: string
  style?: React.CSSProperties
  ref?: Ref<VirtualListHandle>
}

/** A table of any length that renders only the visible rows, below a heading that stays. */
export function VirtualTable<Item>({
  label,
  columns,
  items,
  keyOf,
  rowHeight = 44,
  total,
  onEndReached,
  rowProps,
  wrapRow,
  padding = 'px-4',
  className,
  style,
  ref,
}: VirtualTableProps<Item>) {
  const tracks = { gridTemplateColumns: columns.map(({ width }) => width).join(' ') }
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={(total ?? items.length) + 1}
      style={style}
      className={clsx('flex min-h-0 flex-col text-[0.8125rem]', className)}
    >
      <div role="rowgroup" className="shrink-0">
        <div
          role="row"
          aria-rowindex={1}
          style={tracks}
          className={clsx(
            'grid h-9 items-center gap-4 border-b border-line text-xs font-medium text-muted',
            padding,
          )}
        >
          {columns.map(({ id, title, hideTitle, headerStart, align }) => (
            <div
              key={id}
              role="columnheader"
              className={clsx('flex min-w-0 items-center gap-3', align === 'end' && 'justify-end')}
            >
              {headerStart}
              <span className={hideTitle === true ? 'sr-only' : 'truncate'}>{title}</span>
            </div>
          ))}
        </div>
      </div>
      <VirtualList
        {...(ref === undefined ? {} : { ref })}
        role="rowgroup"
        items={items}
        keyOf={keyOf}
        itemHeight={rowHeight}
        {...(onEndReached === undefined ? {} : { onEndReached })}
        className="min-h-0 flex-1"
        renderItem={(item, index) => {
          const { className: rowClass, ...attributes } = rowProps?.(item, index) ?? {}
          const row = (
            <div
              {...attributes}
              role="row"
              aria-rowindex={index + 2}
              style={tracks}
              className={clsx('grid h-full items-center gap-4 border-b border-line', padding, rowClass)}
            >
              {columns.map(({ id, cell, align, isHeader }) => (
                <div
                  key={id}
                  role={isHeader === true ? 'rowheader' : 'cell'}
                  className={clsx('min-w-0', align === 'end' && 'text-right')}
                >
                  {cell(item, index)}
                </div>
              ))}
            </div>
          )
          return wrapRow === undefined ? row : wrapRow(item, row)
        }}
      />
    </div>
  )
}
