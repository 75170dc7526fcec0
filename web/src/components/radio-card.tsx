import { clsx } from 'clsx'
import { RadioGroup } from 'radix-ui'
import { useId, type ReactNode } from 'react'

interface RadioCardsProps<Value extends string> {
  labelledBy: string
  value: Value
  onChange: (value: Value) => void
  children: ReactNode
}

export function RadioCards<Value extends string>({
  labelledBy,
  value,
  onChange,
  children,
}: RadioCardsProps<Value>) {
  return (
    <RadioGroup.Root
      aria-labelledby={labelledBy}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className="grid gap-2.5 sm:grid-cols-2"
    >
      {children}
    </RadioGroup.Root>
  )
}

export function RadioCard({ value, title, children }: { value: string; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={clsx(
        'flex gap-3 rounded-control border border-line bg-surface p-3.5 transition-colors hover:border-line-strong',
        'has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft/60',
        'has-data-[state=checked]:ring-1 has-data-[state=checked]:ring-accent',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
      )}
    >
      <RadioGroup.Item
        id={id}
        value={value}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className={clsx(
          'mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-full border border-line-strong bg-surface',
          'outline-none data-[state=checked]:border-accent data-[state=checked]:bg-accent',
        )}
      >
        <RadioGroup.Indicator className="size-2 rounded-full bg-on-accent" />
      </RadioGroup.Item>
      <span className="min-w-0">
        <span id={`${id}-title`} className="block text-sm font-medium">
          {title}
        </span>
        <span id={`${id}-text`} className="mt-0.5 block text-sm text-muted">
          {children}
        </span>
      </span>
    </label>
  )
}
