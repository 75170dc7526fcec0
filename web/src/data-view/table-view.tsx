import { clsx } from 'clsx'
import {
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useReducer,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import * as t from '../texts/data-view.ts'
import { formatNumber } from '../texts/format.ts'
import { type Entry, entryOf, type Path, type ReadSlice } from './data-source.ts'
import { DataTree } from './data-tree.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import { ValueText } from './value-text.tsx'

const ROW_HEIGHT = 28
const COLUMN_WIDTH = 168
const NUMBER_WIDTH = 56
const SAMPLED_ROWS = 100
const MAX_COLUMNS = 60

interface Cell {
  readonly row: number
  readonly column: number
}

interface TableViewProps {
  list: { path: Path; entry: Entry }
  read: ReadSlice | undefined
  query: string
  /** Where the search found something, which comes into view. */
  match: Path | undefined
  onSelect: (path: Path, entry: Entry | undefined) => void
}

/** A list of objects: a row per entry, a column per field. */
export function TableView({ list, read, query, match, onSelect }: TableViewProps) {
  const [, update] = useReducer((count: number) => count + 1, 0)
  const tree = useMemo(
    () =>
      new DataTree(list.entry, {
        read: read && ((path, offset, limit) => read([...list.path, ...path], offset, limit)),
        onLoad: update,
      }),
    [list, read],
  )
  const container = useRef<HTMLDivElement>(null)
  const id = useId()
  const rows = useVirtualRows(container, {
    count: tree.rowCount,
    rowHeight: ROW_HEIGHT,
    headerHeight: ROW_HEIGHT,
  })
  const columns = columnsOf(tree)
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 })

  const [shown, setShown] = useState<{ match: Path | undefined; list: Path }>()
  const found = match && cellAt(match, list.path, columns)
  if (match !== shown?.match || list.path !== shown?.list) {
    setShown({ match, list: list.path })
    if (found !== undefined) setActive(found)
  }

  const select = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(tree.rowCount - 1, row)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    }
    setActive(next)
    show(next)
  }
  const show = (next: Cell) => {
    rows.scrollTo(next.row)
    scrollToColumn(container.current, next.column)
    report(next)
  }
  /** The selected cell belongs to a row that is still loading. */
  const isLoading = useRef(false)
  const report = (cell: Cell) => {
    const name = columns[cell.column]
    const entry = tree.rowAt(cell.row)?.entry
    isLoading.current = entry === undefined
    const value = name === undefined ? undefined : cellOf(entry, name)
    onSelect([...list.path, cell.row, ...(name === undefined ? [] : [name])], value)
  }
  const isLoaded = tree.rowAt(active.row)?.entry !== undefined
  const reportLoaded = useEffectEvent(() => {
    if (isLoading.current) report(active)
  })
  useEffect(() => {
    if (isLoaded) reportLoaded()
  }, [isLoaded])
  const showFound = useEffectEvent(() => {
    if (found !== undefined) show(found)
  })
  useEffect(() => {
    if (match !== undefined && isWithin(match, list.path)) showFound()
  }, [match, list.path])
  const handleKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    select(active.row + move[0], active.column + move[1])
  }
  const visible = Array.from(
    { length: Math.max(0, rows.last - rows.first + 1) },
    (_, index) => rows.first + index,
  )
  const width = NUMBER_WIDTH + columns.length * COLUMN_WIDTH
  return (
    <div
      ref={container}
      role="grid"
      aria-label={t.tableLabel}
      aria-rowcount={tree.rowCount + 1}
      aria-colcount={columns.length + 1}
      tabIndex={0}
      aria-activedescendant={`${id}-${active.row}-${active.column}`}
      onKeyDown={handleKeyDown}
      className="min-h-0 flex-1 overflow-auto font-mono text-xs outline-offset-[-2px]"
    >
      <div role="none" style={{ width, height: rows.height + ROW_HEIGHT }} className="relative min-w-full">
        <div
          role="row"
          aria-rowindex={1}
          style={{ height: ROW_HEIGHT }}
          className="sticky top-0 z-10 flex items-center border-b border-line bg-surface font-sans font-medium text-muted"
        >
          <span role="columnheader" style={{ width: NUMBER_WIDTH }} className="shrink-0 px-2 text-right">
            <span className="sr-only">{t.rowNumber}</span>
          </span>
          {columns.map((name) => (
            <span
              key={name}
              role="columnheader"
              title={name}
              style={{ width: COLUMN_WIDTH }}
              className="shrink-0 truncate px-2"
            >
              {name}
            </span>
          ))}
        </div>
        <div role="none" className="absolute" style={{ top: rows.top + ROW_HEIGHT, width }}>
          {visible.map((number) => {
            const entry = tree.rowAt(number)?.entry
            return (
              <div
                key={number}
                role="row"
                aria-rowindex={number + 2}
                style={{ height: ROW_HEIGHT }}
                className="flex items-center border-b border-line/60 hover:bg-hover"
              >
                <span
                  role="rowheader"
                  style={{ width: NUMBER_WIDTH }}
                  className="shrink-0 px-2 text-right text-muted"
                >
                  {formatNumber(number)}
                </span>
                {columns.map((name, column) => (
                  // The grid handles the keyboard.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                  <span
                    key={name}
                    id={`${id}-${number}-${column}`}
                    role="gridcell"
                    tabIndex={-1}
                    aria-selected={number === active.row && column === active.column}
                    onClick={() => select(number, column)}
                    style={{ width: COLUMN_WIDTH, height: ROW_HEIGHT }}
                    className={clsx(
                      'flex shrink-0 items-center px-2',
                      number === active.row && column === active.column && 'bg-accent-soft',
                    )}
                  >
                    <CellValue entry={entry} name={name} query={query} />
                  </span>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function scrollToColumn(container: HTMLElement | null, column: number): void {
  if (container === null) return
  const left = NUMBER_WIDTH + column * COLUMN_WIDTH
  const right = left + COLUMN_WIDTH
  if (column === 0) container.scrollLeft = 0
  else if (left < container.scrollLeft) container.scrollLeft = left
  else if (right > container.scrollLeft + container.clientWidth) {
    container.scrollLeft = right - container.clientWidth
  }
}

/** The cell that contains what a path leads to. */
function cellAt(path: Path, list: Path, columns: readonly string[]): Cell | undefined {
  const [row, name] = isWithin(path, list) ? path.slice(list.length) : []
  if (typeof row !== 'number') return undefined
  return { row, column: name === undefined ? 0 : Math.max(0, columns.indexOf(String(name))) }
}

export function isWithin(path: Path, list: Path): boolean {
  return path.length > list.length && list.every((part, index) => path[index] === part)
}

const moves: Record<string, readonly [number, number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [15, 0],
  PageUp: [-15, 0],
}

function CellValue({ entry, name, query }: { entry: Entry | undefined; name: string; query: string }) {
  if (entry === undefined) return <span className="text-muted italic">{t.loadingRow}</span>
  if (!entry.isWhole) return <span className="text-muted italic">{t.tooLargeForCell}</span>
  const cell = cellOf(entry, name)
  return cell === undefined ? null : <ValueText entry={cell} query={query} />
}

function cellOf(row: Entry | undefined, name: string): Entry | undefined {
  if (row?.type !== 'object' || !row.isWhole) return undefined
  const value = row.value as Record<string, unknown>
  return Object.hasOwn(value, name) ? entryOf(name, value[name]) : undefined
}

function columnsOf(tree: DataTree): string[] {
  const names = new Set<string>()
  for (let number = 0; number < Math.min(SAMPLED_ROWS, tree.rowCount); number++) {
    const entry = tree.rowAt(number)?.entry
    if (entry?.type === 'object' && entry.isWhole)
      for (const name of Object.keys(entry.value as object)) names.add(name)
  }
  return [...names].slice(0, MAX_COLUMNS)
}

/** The lists of objects that a table can show: the data itself, or a member of it. */
export function listsIn(root: Entry): { path: Path; entry: Entry; length: number }[] {
  if (root.type === 'array') {
    if (root.isWhole && !isListOfObjects(root.value)) return []
    return [{ path: [], entry: root, length: root.length ?? 0 }]
  }
  if (root.type !== 'object' || !root.isWhole) return []
  return Object.entries(root.value as object)
    .filter(([, value]) => isListOfObjects(value))
    .map(([name, value]) => ({
      path: [name],
      entry: entryOf(name, value),
      length: (value as unknown[]).length,
    }))
}

function isListOfObjects(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false
  return value
    .slice(0, 20)
    .every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry))
}
