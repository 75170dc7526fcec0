import { Check, Minus } from 'lucide-react'
import { clsx } from 'clsx'
import type { MouseEvent } from 'react'

interface SelectionBoxProps {
  label: string
  checked: boolean | 'mixed'
  onToggle: (event: MouseEvent) => void
}

/** A small check box without a visible label, for rows. */
export function SelectionBox({ label, checked, onToggle }: SelectionBoxProps) {
  const Icon = checked === 'mixed' ? Minus : Check
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation()
        onToggle(event)
      }}
      className={clsx(
        'relative z-10 grid size-4 place-items-center rounded-[0.25rem] border align-middle transition-colors',
        // A larger target than the box itself.
        'after:absolute after:-inset-2.5',
        checked === false ? 'border-line-strong bg-surface' : 'border-accent bg-accent text-on-accent',
      )}
    >
      {checked !== false && <Icon aria-hidden="true" className="size-3" strokeWidth={3.5} />}
    </button>
  )
}
