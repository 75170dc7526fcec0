import { clsx } from 'clsx'
import {
  BookOpen,
  Braces,
  FileText,
  ListTree,
  SlidersHorizontal,
  SquareFunction,
  type LucideIcon,
} from 'lucide-react'
import { useEffect } from 'react'
import { NodeTile } from '../graph/cards/node-icon.tsx'
import * as t from '../texts/help.ts'
import type { HelpEntry, HelpKind } from './help-entries.ts'
import { excerptOf } from './search-entries.ts'

export interface ShownGroup {
  readonly heading: string
  readonly entries: readonly HelpEntry[]
}

const icons: Readonly<Record<Exclude<HelpKind, 'node'>, LucideIcon>> = {
  parameter: SlidersHorizontal,
  function: SquareFunction,
  name: ListTree,
  expressions: Braces,
  guide: BookOpen,
  reference: FileText,
}

interface HelpResultsProps {
  /** The id of the list; `optionId` derives those of its options from it. */
  id: string
  groups: readonly ShownGroup[]
  query: string
  /** The position of the option that Enter opens. */
  active: number
  onOpen: (entryId: string) => void
}

export function optionId(listId: string, position: number): string {
  return `${listId}-${position}`
}

/** What was found, or what there is to read. The focus stays in the search field, which names the active option. */
export function HelpResults({ id, groups, query, active, onOpen }: HelpResultsProps) {
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const first = groups.map((_, index) =>
    groups.slice(0, index).reduce((count, { entries }) => count + entries.length, 0),
  )
  return (
    <div id={id} role="listbox" aria-label={t.results}>
      {groups.map(({ heading, entries }, group) => (
        <div key={heading} role="group" aria-label={heading}>
          <div aria-hidden="true" className="px-2 pt-3 pb-1 text-xs font-medium text-muted">
            {heading}
          </div>
          {entries.map((entry, index) => {
            const position = (first[group] ?? 0) + index
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search field has the keys
              <div
                key={entry.id}
                id={optionId(id, position)}
                role="option"
                aria-selected={position === active}
                onClick={() => onOpen(entry.id)}
                className="flex cursor-pointer scroll-my-10 items-start gap-2.5 rounded-control px-2 py-1.5 select-none hover:bg-hover aria-selected:bg-hover"
              >
                <EntryIcon entry={entry} />
                <Summary entry={entry} query={query} />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function Summary({ entry: { kind, title, context, text }, query }: { entry: HelpEntry; query: string }) {
  const isCode = kind === 'function' || kind === 'name'
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-baseline gap-2">
        <span className={clsx('truncate', isCode ? 'font-mono text-xs' : 'text-[0.8125rem] font-medium')}>
          {title}
        </span>
        {context !== '' && (
          <span className="ml-auto max-w-[50%] shrink-0 truncate text-xs text-muted">{context}</span>
        )}
      </span>
      {text !== '' && (
        <span className="line-clamp-2 text-xs leading-4.5 text-muted">{excerptOf(text, query)}</span>
      )}
    </span>
  )
}

function EntryIcon({ entry }: { entry: HelpEntry }) {
  if (entry.kind === 'node') {
    const { family, icon, type } = entry.nodeType
    return <NodeTile family={family} icon={icon} type={type} size="sm" />
  }
  const Icon = icons[entry.kind]
  return (
    <span className="grid size-7 shrink-0 place-items-center text-muted">
      <Icon aria-hidden="true" className="size-4" />
    </span>
  )
}
