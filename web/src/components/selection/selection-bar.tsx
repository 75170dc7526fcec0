import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../icon-button.tsx'

interface SelectionBarProps {
  label: string
  /** How many are selected. */
  count: string
  clearLabel: string
  onClear: () => void
  /** What can be done with them. */
  children: ReactNode
}

/** Floats above the list while something is selected. */
export function SelectionBar({ label, count, clearLabel, onClear, children }: SelectionBarProps) {
  return (
    <div
      role="toolbar"
      aria-label={label}
      className="pointer-events-none absolute inset-x-0 bottom-4 z-20 flex justify-center px-4"
    >
      <div className="pointer-events-auto flex max-w-full animate-rise items-center gap-1 overflow-x-auto rounded-xl border border-line bg-raised p-1.5 shadow-float">
        <span className="px-2.5 text-[0.8125rem] font-medium whitespace-nowrap">{count}</span>
        {children}
        <IconButton icon={X} label={clearLabel} keys="escape" onClick={onClear} />
      </div>
    </div>
  )
}
