import { Command } from 'cmdk'
import {
  BookOpen,
  Braces,
  FileText,
  ListTree,
  SlidersHorizontal,
  SquareFunction,
  type LucideIcon,
} from 'lucide-react'
import { NodeTile } from '../graph/cards/node-icon.tsx'
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
  groups: readonly ShownGroup[]
  query: string
  onOpen: (entryId: string) => void
}

/** What was found, or what there is to read. */
export function HelpResults({ groups, query, onOpen }: HelpResultsProps) {
  return groups.map(({ heading, entries }) => (
    <Command.Group
      key={heading}
      heading={heading}
      className="[&>[cmdk-group-heading]]:px-2 [&>[cmdk-group-heading]]:pt-3 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-muted"
    >
      {entries.map((entry) => (
        <Command.Item
          key={entry.id}
          // The same entry may be in two groups.
          value={`${heading} ${entry.id}`}
          onSelect={() => onOpen(entry.id)}
          className="flex cursor-pointer items-start gap-2.5 rounded-control px-2 py-1.5 select-none aria-selected:bg-hover"
        >
          <EntryIcon entry={entry} />
          <span className="min-w-0 flex-1">
            <span className="flex items-baseline gap-2">
              <span
                className={
                  entry.kind === 'function' || entry.kind === 'name'
                    ? 'truncate font-mono text-xs'
                    : 'truncate text-[0.8125rem] font-medium'
                }
              >
                {entry.title}
              </span>
              {entry.context !== '' && (
                <span className="ml-auto max-w-[50%] shrink-0 truncate text-xs text-muted">
                  {entry.context}
                </span>
              )}
            </span>
            {entry.text !== '' && (
              <span className="line-clamp-2 text-xs leading-4.5 text-muted">
                {excerptOf(entry.text, query)}
              </span>
            )}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  ))
}

function EntryIcon({ entry }: { entry: HelpEntry }) {
  if (entry.kind === 'node')
    return (
      <NodeTile
        family={entry.nodeType.family}
        icon={entry.nodeType.icon}
        type={entry.nodeType.type}
        size="sm"
      />
    )
  const Icon = icons[entry.kind]
  return (
    <span className="grid size-6 shrink-0 place-items-center text-muted">
      <Icon aria-hidden="true" className="size-4" />
    </span>
  )
}
