import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import * as t from '../../texts/forms/builder.ts'
import { type FieldType, fieldKinds } from '../model/field-kinds.ts'

interface AddFieldProps {
  label: string
  onChoose: (type: FieldType) => void
  onClose: () => void
}

/** Finds a type of field by typing. It opens where the field will be. */
export function AddField({ label, onChoose, onClose }: AddFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const found = searchKinds(query)
  const current = Math.min(active, found.length - 1)

  useEffect(() => {
    field.current?.focus()
    field.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  const handleKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    const chosen = found[current]
    if (step !== undefined) setActive((current + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter' && chosen !== undefined) onChoose(chosen.type)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose()
      }}
      className="rounded-control border border-accent bg-raised shadow-float"
    >
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found[current] === undefined ? undefined : `${id}-${current}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={t.searchTypes}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={handleKey}
          className="h-10 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted md:text-sm"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t.searchTypes}
        tabIndex={-1}
        className="grid max-h-72 gap-x-2 overflow-y-auto p-1.5 sm:grid-cols-2"
      >
        {found.map(({ type, icon: Icon }, index) => (
          <div
            key={type}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onPointerMove={() => setActive(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(type)}
            onKeyDown={handleKey}
            className={clsx(
              'flex h-11 cursor-pointer items-center gap-2.5 rounded-[0.375rem] px-2.5 md:h-9',
              index === current && 'bg-hover',
            )}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <span className="text-[0.8125rem] font-medium whitespace-nowrap">{t.types[type].name}</span>
            <span className="truncate text-xs text-muted">{t.types[type].note}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-4 pb-4 text-[0.8125rem] text-muted">{t.noType(query)}</p>}
    </div>
  )
}

function searchKinds(query: string) {
  const wanted = query.trim().replace(/^\//, '').toLowerCase()
  if (wanted === '') return fieldKinds
  const scoreOf = (type: FieldType) => {
    const { name, note } = t.types[type]
    const words = [name, type, ...(t.typeKeywords[type] ?? [])].map((word) => word.toLowerCase())
    if (words.some((word) => word.startsWith(wanted))) return 2
    return [...words, note.toLowerCase()].some((word) => word.includes(wanted)) ? 1 : 0
  }
  return fieldKinds
    .filter(({ type }) => scoreOf(type) > 0)
    .toSorted((a, b) => scoreOf(b.type) - scoreOf(a.type))
}
