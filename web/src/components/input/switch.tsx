import { clsx } from 'clsx'
import { Switch as Primitive } from 'radix-ui'
import { useId, type ReactNode } from 'react'

interface SwitchProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** Explains the effect, below the label. */
  hint?: ReactNode
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
}

/** A setting that takes effect at once. */
export function Switch({ label, checked, onChange, disabled = false, hint, hideLabel = false }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <Primitive.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        aria-label={hideLabel ? label : undefined}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={clsx(
          'relative mt-0.5 h-4.5 w-8 shrink-0 rounded-full bg-line-strong transition-colors',
          'data-[state=checked]:bg-accent disabled:cursor-not-allowed disabled:opacity-50',
        )}
      >
        <Primitive.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-surface transition-transform data-[state=checked]:translate-x-4" />
      </Primitive.Root>
      {!hideLabel && (
        <div className="min-w-0 text-[0.8125rem]">
          <label htmlFor={id} className="block font-medium">
            {label}
          </label>
          {hint !== undefined && (
            <div id={`${id}-hint`} className="text-muted">
              {hint}
            </div>
          )}
        </div>
      )}
    </div>
  )
}
