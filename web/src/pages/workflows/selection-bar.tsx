import { X } from 'lucide-react'
import { IconButton } from '../../components/icon-button.tsx'
import type { ContextMenuCommand } from '../../components/overlay/context-menu.tsx'
import { CommandButton } from '../../app/commands/command-button.tsx'
import * as actionTexts from '../../texts/workflows/actions.ts'
import * as t from '../../texts/workflows/list.ts'

interface SelectionBarProps {
  count: number
  groups: readonly (readonly ContextMenuCommand[])[]
  onClear: () => void
}

/** Floats above the list while something is selected. */
export function SelectionBar({ count, groups, onClear }: SelectionBarProps) {
  return (
    <div
      role="toolbar"
      aria-label={t.selectionActions}
      className="pointer-events-none absolute inset-x-0 bottom-4 z-20 flex justify-center px-4"
    >
      <div className="pointer-events-auto flex max-w-full animate-rise items-center gap-1 overflow-x-auto rounded-xl border border-line bg-raised p-1.5 shadow-float">
        <span className="px-2.5 text-[0.8125rem] font-medium whitespace-nowrap">{t.selected(count)}</span>
        {groups.flat().map((command) => (
          <span key={command.id} className="contents">
            <span className="max-xl:hidden">
              <CommandButton command={command} variant="ghost" />
            </span>
            <span className="xl:hidden">
              <CommandButton command={command} iconOnly />
            </span>
          </span>
        ))}
        <IconButton icon={X} label={actionTexts.clearSelection} keys="escape" onClick={onClear} />
      </div>
    </div>
  )
}
