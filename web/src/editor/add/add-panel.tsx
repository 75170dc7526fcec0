import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../components/icon-button.tsx'
import { NodeTile } from '../../graph/cards/node-icon.tsx'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/editor/add.ts'
import { type AddItem, type AddSection, searchAddItems } from './add-catalogue.ts'
import { writeDraggedItem } from './dragged-item.ts'
import { readRecent } from './recent-items.ts'

interface AddPanelProps {
  title: string
  items: readonly AddItem[]
  hasTrigger: boolean
  allowsTriggers: boolean
  /** The node that the new one follows: it stays visible. */
  besideNode?: string | undefined
  onChoose: (item: AddItem) => void
  onClose: () => void
}

/** Finds something to add. It floats beside the canvas, so that items can be dragged onto it. */
export function AddPanel({
  title,
  items,
  hasTrigger,
  allowsTriggers,
  besideNode,
  onChoose,
  onClose,
}: AddPanelProps) {
  const [isRight] = useState(() => isInLeftHalf(besideNode))
  const [query, setQuery] = useState('')
  const [recent] = useState(readRecent)
  const [active, setActive] = useState(0)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const sections = useMemo(
    () => searchAddItems(items, { query, recent, hasTrigger, allowsTriggers }),
    [items, query, recent, hasTrigger, allowsTriggers],
  )
  const flat = useMemo(() => sections.flatMap((section) => section.items), [sections])
  const current = Math.min(active, flat.length - 1)

  useEffect(() => {
    field.current?.focus()
  }, [])
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setActive(Math.min(Math.max(current + step, 0), Math.max(flat.length - 1, 0)))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const item = flat[current]
      if (item !== undefined) onChoose(item)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
  }

  return (
    <div
      role="dialog"
      aria-label={title}
      className={clsx(
        'absolute inset-x-3 top-3 bottom-3 z-20 flex max-h-[38rem] animate-rise flex-col overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-float sm:w-96',
        isRight ? 'sm:left-auto' : 'sm:right-auto',
      )}
    >
      <div className="flex items-center gap-2 py-2 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-[0.8125rem] font-semibold">{title}</h2>
        <IconButton icon={X} label={common.close} keys="escape" onClick={onClose} />
      </div>
      <div className="relative mx-3 mb-2">
        <Search aria-hidden="true" className="absolute top-2.5 left-2.5 size-4 text-muted" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={flat[current] === undefined ? undefined : `${id}-${current}`}
          aria-label={t.search}
          placeholder={t.search}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          className="h-9 w-full rounded-control border border-line-strong/60 bg-surface pr-3 pl-8.5 text-[0.8125rem] outline-none placeholder:text-muted focus-visible:border-focus"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={title}
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-2"
      >
        <Sections sections={sections} id={id} current={current} onChoose={onChoose} onHover={setActive} />
      </div>
      {flat.length === 0 && query !== '' ? (
        <div className="px-4 pb-6 text-center text-[0.8125rem]">
          <p className="font-medium">{t.noMatch(query)}</p>
          <p className="mt-1 text-muted">{t.noMatchHint}</p>
        </div>
      ) : (
        <p className="border-t border-line px-4 py-2 text-xs text-muted">{query === '' ? t.more : t.hint}</p>
      )}
    </div>
  )
}

function isInLeftHalf(nodeId: string | undefined): boolean {
  if (nodeId === undefined) return false
  const node = document.querySelector(`[data-node="${CSS.escape(nodeId)}"]`)
  const canvas = node?.closest('[data-command-scope]')
  if (node === null || canvas === null || canvas === undefined) return false
  const { left, right } = node.getBoundingClientRect()
  const box = canvas.getBoundingClientRect()
  return (left + right) / 2 < box.left + box.width / 2
}

interface SectionsProps {
  sections: readonly AddSection[]
  id: string
  current: number
  onChoose: (item: AddItem) => void
  onHover: (index: number) => void
}

function Sections({ sections, id, current, onChoose, onHover }: SectionsProps) {
  const starts = sections.map((_, index) =>
    sections.slice(0, index).reduce((count, section) => count + section.items.length, 0),
  )
  return sections.map(({ key, items }, section) => (
    <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
      <p id={`${id}-${key}`} className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
        {key === 'recent' ? t.recent : key === 'results' ? t.results : t.families[key]}
      </p>
      {items.map((item, at) => {
        const index = (starts[section] ?? 0) + at
        return (
          <Item
            key={item.id}
            id={`${id}-${index}`}
            item={item}
            isActive={index === current}
            onChoose={() => onChoose(item)}
            onHover={() => onHover(index)}
          />
        )
      })}
    </div>
  ))
}

interface ItemProps {
  id: string
  item: AddItem
  isActive: boolean
  onChoose: () => void
  onHover: () => void
}

function Item({ id, item, isActive, onChoose, onHover }: ItemProps) {
  return (
    // The search field has the focus and the keyboard: this is its list of options.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      draggable
      onDragStart={(event: DragEvent) => writeDraggedItem(event.dataTransfer, item)}
      onClick={onChoose}
      onMouseMove={onHover}
      className={clsx(
        'flex cursor-pointer items-center gap-3 rounded-[0.4375rem] px-2.5 py-1.5 select-none',
        isActive && 'bg-hover',
      )}
    >
      <NodeTile type={item.type} family={item.family} icon={item.icon} service={item.service} size="sm" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[0.8125rem] font-medium">{item.title}</span>
        <span className="block truncate text-xs text-muted">{item.summary}</span>
      </span>
    </div>
  )
}
