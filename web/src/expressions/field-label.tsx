import { clsx } from 'clsx'
import { SquareFunction } from 'lucide-react'
import * as t from '../texts/editor/expressions.ts'

export function FieldLabel({ label, isRequired }: { label: string; isRequired: boolean }) {
  return (
    <span className="min-w-0 truncate text-[13px] font-medium">
      {label}
      {isRequired && (
        <span aria-hidden="true" className="ml-0.5 text-danger-ink">
          *
        </span>
      )}
    </span>
  )
}

/** Switches between a fixed value and an expression. */
export function ModeToggle({ isExpression, onToggle }: { isExpression: boolean; onToggle: () => void }) {
  const label = isExpression ? t.switchToFixedValue : t.switchToExpression
  return (
    <button
      type="button"
      tabIndex={-1}
      data-field-action="expression"
      aria-pressed={isExpression}
      aria-label={t.expression}
      aria-keyshortcuts="Alt+="
      title={t.withShortcut(label)}
      onClick={onToggle}
      className={clsx(
        'grid size-6 shrink-0 place-items-center rounded hover:bg-hover hover:text-ink',
        isExpression
          ? 'text-accent-ink'
          : 'text-muted opacity-60 group-focus-within/field:opacity-100 group-hover/field:opacity-100',
      )}
    >
      <SquareFunction aria-hidden="true" className="size-3.5" />
    </button>
  )
}
