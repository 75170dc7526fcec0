import { X } from 'lucide-react'
import { CommandButton } from '../../app/commands/command-button.tsx'
import type { Command } from '../../app/commands/command.ts'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import * as t from '../../texts/bulk-runs.ts'
import type { RunSelection } from './use-run-selection.ts'

interface RunSelectionBarProps {
  selection: RunSelection
  /** Whether more than what is selected matches the filter. */
  canSelectMatching: boolean
  commands: readonly Command[]
}

/** Floats above the list while something is selected. */
export function RunSelectionBar({ selection, canSelectMatching, commands }: RunSelectionBarProps) {
  return (
    <div
      role="toolbar"
      aria-label={t.selectionActions}
      className="pointer-events-none absolute inset-x-0 bottom-4 z-20 flex justify-center px-3"
    >
      <div className="pointer-events-auto flex max-w-full animate-rise flex-wrap items-center justify-center gap-1 rounded-xl border border-line bg-raised p-1.5 shadow-float">
        <output className="px-2.5 text-[0.8125rem] font-medium whitespace-nowrap">
          {selection.isAll ? t.allSelected : t.selected(selection.count)}
        </output>
        {canSelectMatching && (
          <Button variant="ghost" size="sm" onClick={selection.selectMatching} className="text-accent-ink">
            {t.selectMatching}
          </Button>
        )}
        {commands.map((command) => (
          <span key={command.id} className="contents">
            <span className="max-sm:hidden">
              <CommandButton command={command} variant="ghost" />
            </span>
            <span className="sm:hidden">
              <CommandButton command={command} iconOnly />
            </span>
          </span>
        ))}
        <IconButton icon={X} label={t.clearSelection} keys="escape" onClick={selection.clear} />
      </div>
    </div>
  )
}
