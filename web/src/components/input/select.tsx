import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { controlClass, type ControlProps } from './control.ts'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  disabled?: boolean
}

interface SelectProps<Value extends string> extends ControlProps {
  value: Value
  onChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  disabled?: boolean
}

/** One of a few options. The browser's own control: phones show their wheel, and it cannot be cut off by a panel. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  compact,
  className,
  ...rest
}: SelectProps<Value>) {
  return (
    <span className={clsx('relative block', className)}>
      <select
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className={controlClass(compact, 'appearance-none truncate pr-8 md:pr-8')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled === true}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
