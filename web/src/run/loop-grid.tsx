import { clsx } from 'clsx'
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { useVirtualRows } from '../data-view/use-virtual-rows.ts'
import { statusNames } from '../texts/run/timeline.ts'
import * as t from '../texts/run/loop-grid.ts'
import type { IterationNode, StepNode } from './timeline/timeline-tree.ts'

const CELL = 14
const GAP = 3
const PITCH = CELL + GAP
const VISIBLE_ROWS = 4

type Status = StepOutline['status'] | 'none'

const colors: Record<Status, string> = {
  completed: 'bg-success',
  failed: 'bg-danger',
  running: 'bg-accent',
  waiting: 'bg-warning',
  retrying: 'bg-warning',
  aborted: 'bg-line-strong',
  none: 'bg-line',
}

interface LoopGridProps {
  loop: StepNode
  name: string
  /** The index of the selected iteration. */
  selected: number | undefined
  onSelect: (iteration: IterationNode) => void
}

/** One cell per iteration of a loop, coloured by its outcome. */
export function LoopGrid({ loop, name, selected, onSelect }: LoopGridProps) {
  const container = useRef<HTMLDivElement>(null)
  const id = useId()
  const [width, setWidth] = useState(600)
  // Cells of iterations that did not start can be active, but not selected.
  const [moved, setMoved] = useState<{ from: number | undefined; to: number }>()
  const active = moved !== undefined && moved.from === selected ? moved.to : (selected ?? 0)
  const cells = useMemo(() => cellsOf(loop), [loop])
  useLayoutEffect(() => {
    const element = container.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    setWidth(element.clientWidth || 600)
    return () => observer.disconnect()
  }, [])
  const columns = Math.max(1, Math.floor((width - 4 + GAP) / PITCH))
  const rowCount = Math.ceil(cells.statuses.length / columns)
  const rows = useVirtualRows(container, {
    count: rowCount,
    rowHeight: PITCH,
    overscan: 1,
    initialHeight: VISIBLE_ROWS * PITCH,
  })

  const showSelected = useEffectEvent((index: number) => rows.scrollTo(Math.floor(index / columns)))
  useEffect(() => {
    if (selected !== undefined) showSelected(selected)
  }, [selected])

  const choose = (index: number) => {
    const next = Math.max(0, Math.min(cells.statuses.length - 1, index))
    setMoved({ from: selected, to: next })
    rows.scrollTo(Math.floor(next / columns))
    const iteration = cells.byIndex.get(next)
    if (iteration !== undefined) onSelect(iteration)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      Home: -active,
      End: cells.statuses.length,
    }
    const by = moves[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    choose(active + by)
  }
  const visible = Array.from(
    { length: Math.max(0, rows.last - rows.first + 1) },
    (_, offset) => rows.first + offset,
  )
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1 px-3.5 py-2">
      <div
        ref={container}
        role="grid"
        aria-label={t.items(name)}
        aria-rowcount={rowCount}
        aria-colcount={columns}
        tabIndex={0}
        aria-activedescendant={`${id}-${active}`}
        onKeyDown={handleKeyDown}
        style={{
          maxHeight: VISIBLE_ROWS * PITCH + 3,
          width: rowCount > 1 ? '100%' : cells.statuses.length * PITCH + 4,
          maxWidth: '100%',
        }}
        className="overflow-x-hidden overflow-y-auto p-0.5"
      >
        <div role="none" className="relative" style={{ height: rows.height - GAP }}>
          <div role="none" className="absolute inset-x-0" style={{ top: rows.top }}>
            {visible.map((row) => (
              <div
                key={row}
                role="row"
                aria-rowindex={row + 1}
                className="flex"
                style={{ gap: GAP, height: PITCH }}
              >
                {cells.statuses.slice(row * columns, (row + 1) * columns).map((status, column) => {
                  const index = row * columns + column
                  const label = t.cell(index, status === 'none' ? t.notStarted : statusNames[status])
                  return (
                    // The grid handles the keyboard.
                    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                    <span
                      key={`${id} ${index}`}
                      id={`${id}-${index}`}
                      role="gridcell"
                      tabIndex={-1}
                      aria-selected={index === selected}
                      aria-label={label}
                      title={label}
                      onClick={() => choose(index)}
                      style={{ width: CELL, height: CELL }}
                      className={clsx(
                        'shrink-0 rounded-[3px]',
                        colors[status],
                        index === selected && 'outline-2 outline-offset-1 outline-ink',
                      )}
                    />
                  )
                })}
              </div>
            ))}
          </div>
        </div>
      </div>
      <p className="py-0.5 text-xs text-muted">{t.summary(cells.counts)}</p>
    </div>
  )
}

function cellsOf({ step, iterations }: StepNode) {
  const byIndex = new Map(iterations.map((iteration) => [iteration.index, iteration]))
  const last = iterations.at(-1)?.index ?? -1
  const total = Math.max(step.item_count ?? 0, last + 1)
  const statuses = Array.from({ length: total }, (_, index): Status => byIndex.get(index)?.status ?? 'none')
  const count = (...wanted: Status[]) => statuses.filter((status) => wanted.includes(status)).length
  const counts = {
    total,
    completed: count('completed'),
    failed: count('failed'),
    open: count('running', 'waiting', 'retrying'),
    aborted: count('aborted'),
    notStarted: count('none'),
  }
  return { byIndex, statuses, counts }
}
