import { clsx } from 'clsx'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, type DragEvent, type KeyboardEvent } from 'react'
import * as t from '../texts/data-view.ts'
import type { Comparison } from './compare-data.ts'
import { type Path, toExpression } from './data-source.ts'
import type { DataRow, DataTree } from './data-tree.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import { mark, ValueText } from './value-text.tsx'

const ROW_HEIGHT = 24
const INDENT = 14

/** The type of a dragged path, for fields that accept one. */
const PATH_TYPE = 'application/x-millrace-path'

interface TreeViewProps {
  tree: DataTree
  label: string
  /** The number of the active row. */
  active: number
  onActivate: (row: number) => void
  onToggle: (row: DataRow) => void
  rootPath: string | undefined
  onPick: ((path: Path) => void) | undefined
  onCopy: (row: DataRow, what: 'path' | 'value') => void
  query: string
  comparison: Comparison | undefined
  /** Counts reveals, so that the active row scrolls into view again. */
  reveals: number
}

/** The path of the value that a row belongs to: lines of a text belong to the text. */
export function pathOf(row: DataRow): Path {
  return row.text === undefined ? row.path : row.path.slice(0, -1)
}

export function TreeView(props: TreeViewProps) {
  const { tree, label, active, onActivate, onToggle, rootPath, onPick, onCopy, query, comparison } = props
  const container = useRef<HTMLDivElement>(null)
  const baseId = useId()
  const rows = useVirtualRows(container, { count: tree.rowCount, rowHeight: ROW_HEIGHT })
  const { reveals } = props
  const showActive = useEffectEvent(() => rows.scrollTo(active))
  useEffect(() => {
    if (reveals > 0) showActive()
  }, [reveals])

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = tree.rowAt(active)
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c' && row !== undefined) {
      if (document.getSelection()?.isCollapsed === false) return
      event.preventDefault()
      onCopy(row, event.shiftKey ? 'path' : 'value')
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = moveBy(event.key, { tree, row, active })
    if (typeof next === 'number') onActivate(next)
    else if (next === 'toggle' && row !== undefined) onToggle(row)
    else if (event.key === 'Enter' && row !== undefined) {
      if (onPick !== undefined) onPick(pathOf(row))
      else if (row.canOpen) onToggle(row)
    } else return
    event.preventDefault()
  }

  const visible = Array.from(
    { length: Math.max(0, rows.last - rows.first + 1) },
    (_, index) => rows.first + index,
  )
  return (
    <div
      ref={container}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${baseId}-${active}`}
      onKeyDown={handleKeyDown}
      className="min-h-0 flex-1 overflow-auto py-1 font-mono text-xs outline-offset-[-2px]"
    >
      <div role="none" className="relative" style={{ height: rows.height }}>
        <div role="none" className="absolute inset-x-0" style={{ top: rows.top }}>
          {visible.map((number) => {
            const row = tree.rowAt(number)
            if (row === undefined) return null
            return (
              <TreeRow
                key={row.id}
                row={row}
                id={`${baseId}-${number}`}
                isActive={number === active}
                query={query}
                difference={row.text === undefined ? comparison?.at(row.path) : undefined}
                expression={rootPath === undefined ? undefined : toExpression(rootPath, pathOf(row))}
                onClick={(onChevron) => {
                  onActivate(number)
                  if (!onChevron && onPick !== undefined) onPick(pathOf(row))
                  else if (row.canOpen) onToggle(row)
                }}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** The row that a key leads to, `toggle` for a row to open or close, or undefined for other keys. */
function moveBy(
  key: string,
  { tree, row, active }: { tree: DataTree; row: DataRow | undefined; active: number },
): number | 'toggle' | undefined {
  const last = tree.rowCount - 1
  const clamp = (number: number) => Math.max(0, Math.min(last, number))
  switch (key) {
    case 'ArrowDown':
      return clamp(active + 1)
    case 'ArrowUp':
      return clamp(active - 1)
    case 'PageDown':
      return clamp(active + 15)
    case 'PageUp':
      return clamp(active - 15)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowRight':
      if (row?.canOpen !== true) return active
      return row.isOpen ? clamp(active + 1) : 'toggle'
    case 'ArrowLeft':
      if (row?.isOpen === true) return 'toggle'
      return (row && tree.parentNumber(row.path)) ?? active
    case ' ':
      return row?.canOpen === true ? 'toggle' : active
    default:
      return undefined
  }
}

interface TreeRowProps {
  row: DataRow
  id: string
  isActive: boolean
  query: string
  difference: ReturnType<Comparison['at']>
  expression: string | undefined
  onClick: (onChevron: boolean) => void
}

function TreeRow({ row, id, isActive, query, difference, expression, onClick }: TreeRowProps) {
  const { entry, depth, canOpen, isOpen } = row
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const handleDrag = (event: DragEvent) => {
    if (expression === undefined) return
    event.dataTransfer.setData(PATH_TYPE, expression)
    event.dataTransfer.setData('text/plain', expression)
    event.dataTransfer.effectAllowed = 'copy'
  }
  return (
    // The tree handles the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-selected={isActive}
      aria-expanded={canOpen ? isOpen : undefined}
      draggable={expression !== undefined}
      onDragStart={handleDrag}
      onClick={(event) => onClick((event.target as Element).closest('[data-chevron]') !== null)}
      style={{ height: ROW_HEIGHT, paddingLeft: 8 + depth * INDENT }}
      className={clsx(
        'group flex cursor-default items-center gap-1 pr-3 whitespace-pre',
        isActive ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      {canOpen ? (
        <span
          data-chevron
          className="-my-1 grid size-5 shrink-0 place-items-center rounded text-muted hover:text-ink"
        >
          <Chevron aria-hidden="true" className="size-3.5" />
        </span>
      ) : (
        <span className="size-5 shrink-0" />
      )}
      {row.text !== undefined ? (
        <span className="text-success-ink">{mark(row.text, query)}</span>
      ) : entry === undefined ? (
        <span className="text-muted italic">{t.loadingRow}</span>
      ) : (
        <>
          {entry.key !== null && (
            <span className={clsx('shrink-0', typeof entry.key === 'number' ? 'text-muted' : 'text-ink')}>
              {mark(String(entry.key), query)}
              <span className="text-muted">: </span>
            </span>
          )}
          <ValueText entry={entry} query={query} />
          {difference && <DifferenceMark difference={difference} />}
        </>
      )}
    </div>
  )
}

function DifferenceMark({ difference }: { difference: NonNullable<ReturnType<Comparison['at']>> }) {
  const isNew = difference.kind === 'added'
  const note = [isNew ? t.added : t.changed, difference.removed.length > 0 && t.removed(difference.removed)]
  return (
    <span
      className={clsx(
        'ml-1 shrink-0 rounded px-1 font-sans text-[11px]',
        isNew ? 'bg-success-soft text-success-ink' : 'bg-warning-soft text-warning-ink',
      )}
    >
      {note.filter(Boolean).join(', ')}
    </span>
  )
}
