import { clsx } from 'clsx'
import { Braces, ChevronRight } from 'lucide-react'
import { Popover } from 'radix-ui'
import { memo, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import * as t from '../texts/editor/expressions.ts'
import { describeBriefly } from './describe-value.ts'
import { PATH_TYPE } from './code-mirror/expression-input.ts'
import { dataOf, type ExpressionScope } from './expression-scope.tsx'
import { memberAccess, outputPath } from './path-expression.ts'
import { nodeKey, type JsonValue } from './scope-position.ts'

interface Row {
  readonly path: string
  readonly label: string
  readonly value: JsonValue | undefined
  /** What people read for it if its name would tell them nothing. */
  readonly title?: string | undefined
  readonly depth: number
  readonly isOpen: boolean
  readonly canOpen: boolean
}

interface FieldPickerProps {
  scope: ExpressionScope
  isShown: boolean
  onShownChange: (isShown: boolean) => void
  onPick: (path: string) => void
}

/** Inserts a field of recorded data by mouse or keyboard: a tree of everything that the expression can read. */
export const FieldPicker = memo(function FieldPicker({
  scope,
  isShown,
  onShownChange,
  onPick,
}: FieldPickerProps) {
  return (
    <Popover.Root open={isShown} onOpenChange={onShownChange}>
      <Popover.Trigger
        aria-label={t.insertField}
        aria-keyshortcuts="Alt+I"
        title={t.insertFieldByKey}
        className="grid size-6 shrink-0 place-items-center rounded text-muted hover:bg-hover hover:text-ink"
      >
        <Braces aria-hidden="true" className="size-3.5" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t.fieldPickerTitle}
          className="z-50 flex max-h-96 w-88 animate-rise flex-col rounded-xl border border-line bg-raised text-ink shadow-float"
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <FieldTree
            scope={scope}
            onPick={(path) => {
              onShownChange(false)
              onPick(path)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
})

function FieldTree({ scope, onPick }: Pick<FieldPickerProps, 'scope' | 'onPick'>) {
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(['previous', 'item']))
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const roots = useMemo(() => rootsOf(scope), [scope])
  const { answerLabels } = scope
  const rows = useMemo(
    () => rowsOf(roots, open, { search: search.trim().toLowerCase(), answerLabels }),
    [roots, open, search, answerLabels],
  )
  const current = Math.min(active, rows.length - 1)

  const toggle = (row: Row, next: boolean) =>
    setOpen((known) => {
      const changed = new Set(known)
      if (next) changed.add(row.path)
      else changed.delete(row.path)
      return changed
    })

  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    setActive(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[current]
    if (event.key === 'ArrowDown') move(current + 1)
    else if (event.key === 'ArrowUp') move(current - 1)
    else if (row === undefined) return
    else if (event.key === 'ArrowRight' && row.canOpen && !row.isOpen) toggle(row, true)
    else if (event.key === 'ArrowLeft' && row.isOpen) toggle(row, false)
    else if (event.key === 'Enter') onPick(row.path)
    else return
    event.preventDefault()
  }

  return (
    <>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="field-tree"
        aria-activedescendant={rows[current] === undefined ? undefined : `field-tree-${current}`}
        aria-label={t.fieldPickerSearch}
        placeholder={t.fieldPickerSearch}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        className="h-9 shrink-0 border-b border-line bg-transparent px-3 text-[13px] outline-none placeholder:text-muted"
      />
      <div
        ref={list}
        id="field-tree"
        role="listbox"
        aria-label={t.fieldPickerTitle}
        className="min-h-0 overflow-y-auto p-1"
      >
        {rows.map((row, at) => (
          <PickerRow
            key={row.path}
            row={row}
            id={`field-tree-${at}`}
            isActive={at === current}
            onHover={() => setActive(at)}
            onToggle={() => toggle(row, !row.isOpen)}
            onPick={() => onPick(row.path)}
          />
        ))}
      </div>
      {rows.length === 0 && (
        <p className="px-3 pb-3 text-xs text-muted">
          {roots.length === 0 ? t.fieldPickerNoData : t.fieldPickerEmpty}
        </p>
      )}
    </>
  )
}

interface PickerRowProps {
  row: Row
  id: string
  isActive: boolean
  onHover: () => void
  onToggle: () => void
  onPick: () => void
}

function PickerRow({ row, id, isActive, onHover, onToggle, onPick }: PickerRowProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(PATH_TYPE, row.path)
        event.dataTransfer.setData('text/plain', row.path)
        event.dataTransfer.effectAllowed = 'copy'
      }}
      onMouseMove={onHover}
      onClick={onPick}
      onKeyDown={(event) => event.key === 'Enter' && onPick()}
      style={{ paddingLeft: 6 + row.depth * 14 }}
      className={clsx(
        'flex h-7 cursor-pointer items-center gap-1.5 rounded-md pr-2 text-xs',
        isActive && 'bg-accent-soft',
      )}
    >
      <span
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation()
          if (row.canOpen) onToggle()
        }}
        className={clsx('grid size-4 shrink-0 place-items-center text-muted', !row.canOpen && 'invisible')}
      >
        <ChevronRight className={clsx('size-3.5 transition-transform', row.isOpen && 'rotate-90')} />
      </span>
      <span className="shrink-0 truncate font-mono font-medium">{row.label}</span>
      <span className="ml-auto truncate pl-3 text-muted">
        {row.title === undefined
          ? describeBriefly(row.value)
          : t.labelled(row.title, describeBriefly(row.value))}
      </span>
    </div>
  )
}

interface Root {
  readonly path: string
  readonly label: string
  readonly value: JsonValue | undefined
  readonly title?: string | undefined
}

/** A name of the scope is its own label. */
function named(path: string, value: JsonValue): Root {
  return { path, label: path, value }
}

function rootsOf(scope: ExpressionScope): readonly Root[] {
  const { position } = scope
  const run = scope.run ?? scope.example
  const data = dataOf({ position, run })
  const { item, previous, input } = data.at(scope.itemIndex).scope
  const roots: Root[] = []
  if (position.loop !== undefined && item !== undefined) roots.push(named('item', item))
  if (position.incoming.length > 0 && data.isReached) roots.push(named('previous', previous))
  if (run !== undefined) roots.push(named('input', input))
  for (const id of position.earlier) {
    const value = data.outputOf(id)
    if (value === undefined) continue
    const key = nodeKey(position, id)
    roots.push({ path: outputPath(key), label: key, value })
  }
  for (const [name, values] of [
    ['variables', position.variables],
    ['vars', position.vars],
  ] as const) {
    if (typeof values === 'object' && values !== null && Object.keys(values).length > 0)
      roots.push(named(name, values))
  }
  return roots
}

const MAX_ROWS = 400
const MAX_MEMBERS = 100
const MAX_DEPTH = 12

/** The visible rows; with a search, all fields whose path contains the text. */
function rowsOf(
  roots: readonly Root[],
  open: ReadonlySet<string>,
  { search, answerLabels }: { search: string; answerLabels: ReadonlyMap<string, string> | undefined },
): readonly Row[] {
  const rows: Row[] = []
  const visit = (root: Root, depth: number): void => {
    if (rows.length >= MAX_ROWS || depth > MAX_DEPTH) return
    const members = membersOf(root.value)
    const isOpen = search === '' && open.has(root.path)
    const matches =
      search === '' || `${root.label} ${root.path} ${root.title ?? ''}`.toLowerCase().includes(search)
    if (matches)
      rows.push({
        ...root,
        depth: search === '' ? depth : 0,
        isOpen,
        canOpen: search === '' && members.length > 0,
      })
    if (!isOpen && search === '') return
    for (const [key, value] of members) {
      const path = `${root.path}${memberAccess(key)}`
      const title = answerLabels?.get(String(key))
      visit({ path, label: search === '' ? String(key) : path, value, title }, depth + 1)
    }
  }
  for (const root of roots) visit(root, 0)
  return rows
}

function membersOf(value: JsonValue | undefined): readonly (readonly [string | number, JsonValue])[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return value.slice(0, MAX_MEMBERS).map((entry, at) => [at, entry as JsonValue] as const)
  return Object.entries(value as Readonly<Record<string, JsonValue>>).slice(0, MAX_MEMBERS)
}
