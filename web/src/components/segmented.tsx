import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { RadioGroup } from 'radix-ui'

interface SegmentedProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: LucideIcon }[]
  /** Shows only the icons; the labels remain as accessible names. */
  iconsOnly?: boolean
}

/** Selects one of a few short options, all of them visible. */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
  iconsOnly = false,
}: SegmentedProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className={clsx(
        'grid gap-1 rounded-[0.625rem] border border-line bg-sunken p-1 sm:flex md:gap-0.5 md:p-0.5',
        options.length % 2 === 0 ? 'grid-cols-2' : 'grid-cols-3',
      )}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          aria-label={iconsOnly ? option.label : undefined}
          title={iconsOnly ? option.label : undefined}
          className={clsx(
            'inline-flex h-10 flex-auto items-center justify-center gap-2 rounded-[0.4375rem] px-3 text-sm font-medium whitespace-nowrap text-muted transition-colors',
            'hover:text-ink md:h-7 md:text-[13px]',
            'data-[state=checked]:bg-raised data-[state=checked]:text-ink data-[state=checked]:shadow-card',
            'data-[state=checked]:ring-1 data-[state=checked]:ring-line-strong/50',
            // Phones show three options per row; the last of five fills its row.
            options.length === 5 && option === options.at(-1) && 'col-span-2',
          )}
        >
          {option.icon && <option.icon aria-hidden="true" className="size-4 shrink-0" />}
          {!iconsOnly && option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
