import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Checkbox } from 'radix-ui'
import { useId, type ReactNode } from 'react'

interface CheckBoxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  label: string
  /** Longer name for screen readers where the label alone is ambiguous. */
  accessibleName?: string
  children?: ReactNode
}

export function CheckBox({ checked, onChange, label, accessibleName, children }: CheckBoxProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex gap-3 rounded-control p-2 transition-colors hover:bg-hover">
      <Checkbox.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
        aria-label={accessibleName ?? label}
        aria-describedby={children ? `${id}-text` : undefined}
        className={clsx(
          'mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-[0.3125rem] border border-line-strong bg-surface',
          'data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=checked]:text-on-accent',
        )}
      >
        <Checkbox.Indicator>
          <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />
        </Checkbox.Indicator>
      </Checkbox.Root>
      <span className="min-w-0">
        <span className="block text-sm font-medium">{label}</span>
        {children && (
          <span id={`${id}-text`} className="block text-sm text-muted">
            {children}
          </span>
        )}
      </span>
    </label>
  )
}
