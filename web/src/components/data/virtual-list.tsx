import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react'

export interface VirtualListHandle {
  /** Scrolls an item into view, if it is not. */
  reveal(index: number): void
}

interface VirtualListProps<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** The height of an item in pixels. Items are measured if `measured` is set. */
  itemHeight: number
  measured?: boolean
  renderItem: (item: Item, index: number) => ReactNode
  /** The number of all items, if more of them can be loaded. */
  total?: number
  /** Called shortly before the end of the list comes into view. */
  onEndReached?: () => void
  /** `table` for items that are rows: put `role="row"` with `aria-rowindex` on the item. */
  role?: 'list' | 'table' | 'grid' | 'rowgroup' | 'presentation'
  label?: string
  className?: string
  ref?: Ref<VirtualListHandle>
}

/** So many rows before the end, more are loaded: who scrolls on reaches them and not a gap. */
const LOAD_AHEAD = 20

/** A list of any length that renders only what is visible. It scrolls by itself and needs a bounded height. */
export function VirtualList<Item>({
  items,
  keyOf,
  itemHeight,
  measured = false,
  renderItem,
  total,
  onEndReached,
  role = 'list',
  label,
  className,
  ref,
}: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the list renders whenever the virtualizer changes
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => itemHeight,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    overscan: 8,
  })
  useImperativeHandle(
    ref,
    () => ({ reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }) }),
    [virtualizer],
  )
  const visible = virtualizer.getVirtualItems()
  const lastIndex = visible.at(-1)?.index ?? -1
  const atEnd = items.length > 0 && lastIndex >= items.length - 1 - LOAD_AHEAD
  useEffect(() => {
    if (atEnd) onEndReached?.()
  }, [atEnd, items.length, onEndReached])
  const isTable = role === 'table' || role === 'grid'
  return (
    // What is loaded below must not move the list: browsers would keep a note at its end where it is, and skip rows.
    <div ref={scroller} className={clsx('overflow-auto [overflow-anchor:none]', className)}>
      <div
        role={role}
        aria-label={label}
        aria-rowcount={isTable ? (total ?? items.length) : undefined}
        style={{ height: virtualizer.getTotalSize() }}
        className="relative w-full"
      >
        {visible.map(({ key, index, start, size }) => {
          const item = items[index]
          if (item === undefined) return null
          return (
            <div
              key={key}
              role={role === 'list' ? 'listitem' : 'presentation'}
              ref={measured ? virtualizer.measureElement : null}
              data-index={index}
              // Not a transform: menus inside of it are fixed to the window.
              style={{ top: start, ...(measured ? {} : { height: size }) }}
              className="absolute inset-x-0"
            >
              {renderItem(item, index)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
