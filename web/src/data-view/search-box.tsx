import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import * as t from '../texts/data-view.ts'
import type { SearchResult } from './search-data.ts'

interface SearchBoxProps {
  query: string
  onChange: (query: string) => void
  placeholder: string
  result: SearchResult | undefined
  /** The number of the current match, from 0. */
  current: number
  onMove: (by: 1 | -1) => void
}

export function SearchBox({ query, onChange, placeholder, result, current, onMove }: SearchBoxProps) {
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onMove(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape' && query !== '') onChange('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const total = result?.matches.length ?? 0
  return (
    <div className="flex h-8 min-w-28 flex-1 items-center gap-1 rounded-control border border-line bg-surface pl-2 focus-within:outline-2 focus-within:outline-focus">
      <Search aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
      <input
        type="text"
        role="searchbox"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
        aria-label={t.search}
        placeholder={placeholder}
        spellCheck={false}
        className="h-full w-full min-w-0 bg-transparent text-[13px] outline-none placeholder:text-muted"
      />
      {query !== '' && (
        <>
          <output className="shrink-0 text-xs whitespace-nowrap text-muted">
            {result !== undefined &&
              (total === 0 ? t.noMatches : t.matchOf(Math.min(current, total - 1) + 1, result.total))}
          </output>
          {total > 1 && (
            <>
              <IconButton label={t.previousMatch} onClick={() => onMove(-1)}>
                <ChevronUp aria-hidden="true" className="size-3.5" />
              </IconButton>
              <IconButton label={t.nextMatch} onClick={() => onMove(1)}>
                <ChevronDown aria-hidden="true" className="size-3.5" />
              </IconButton>
            </>
          )}
          <IconButton label={t.clearSearch} onClick={() => onChange('')}>
            <X aria-hidden="true" className="size-3.5" />
          </IconButton>
        </>
      )}
    </div>
  )
}

function IconButton({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-7 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink"
    >
      {children}
    </button>
  )
}
