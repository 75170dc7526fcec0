import { clsx } from 'clsx'
import { PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import type { VersionSummary } from '../../../api/workflows.ts'
import { Badge } from '../../../components/badge.tsx'
import { RelativeTime } from '../../../components/time.tsx'
import { summariseCounts } from '../../../editor/diff/summarise-diff.ts'
import * as t from '../../../texts/editor/versions.ts'

interface WorkingCopyItemProps {
  isChanged: boolean
  isPublished: boolean
  isSelected: boolean
  onSelect: () => void
}

export function WorkingCopyItem({ isChanged, isPublished, isSelected, onSelect }: WorkingCopyItemProps) {
  return (
    <Item isSelected={isSelected} onSelect={onSelect}>
      <span className="flex items-center gap-2">
        <PencilLine aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate font-medium">{t.workingCopy}</span>
        {isChanged && <Badge tone="warning">{t.unpublishedChanges}</Badge>}
      </span>
      <span className="mt-0.5 block text-xs text-muted">
        {isPublished && !isChanged ? t.sameAsLive : t.workingCopyNote}
      </span>
    </Item>
  )
}

interface VersionItemProps {
  version: VersionSummary
  isLive: boolean
  isSelected: boolean
  onSelect: () => void
}

export function VersionItem({ version, isLive, isSelected, onSelect }: VersionItemProps) {
  const { changes } = version
  return (
    <Item isSelected={isSelected} onSelect={onSelect}>
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">
          {t.version(version.number, version.created_at)}
        </span>
        {isLive && <Badge tone="success">{t.live}</Badge>}
        {!isLive && version.is_current && <Badge>{t.current}</Badge>}
      </span>
      {version.note !== null && version.note !== '' && (
        <span className="mt-0.5 block break-words">{version.note}</span>
      )}
      <span className="mt-0.5 block text-xs text-muted">
        {changes === null
          ? t.firstVersion
          : summariseCounts({
              added: changes.nodes_added.length,
              removed: changes.nodes_removed.length,
              changed: changes.nodes_changed.length,
              edges: changes.edges_changed,
              variables: changes.variables_changed,
            })}
      </span>
      <span className="mt-0.5 flex gap-1.5 text-xs text-muted">
        <RelativeTime value={version.created_at} />
        {version.author !== null && <span className="min-w-0 truncate">{t.by(version.author)}</span>}
      </span>
    </Item>
  )
}

interface ItemProps {
  isSelected: boolean
  onSelect: () => void
  children: ReactNode
}

function Item({ isSelected, onSelect, children }: ItemProps) {
  return (
    <button
      type="button"
      aria-current={isSelected || undefined}
      onClick={onSelect}
      className={clsx(
        'block w-full border-b border-line px-4 py-3 text-left text-[0.8125rem] transition-colors focus-visible:-outline-offset-2',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      {children}
    </button>
  )
}
