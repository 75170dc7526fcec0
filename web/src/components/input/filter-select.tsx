import { Select } from './select.tsx'

const ANY = ''

interface FilterSelectProps<Value extends string> {
  label: string
  anyLabel: string
  values: readonly Value[]
  /** What a value is called; by default, it is its own name. */
  nameOf?: (value: Value) => string
  /** Undefined: any. */
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  className?: string
}

/** A filter of a list: one of a few values, or any. A link may name a value that is not among them: it is offered, too. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, anyLabel, values, nameOf = (one) => one, value, onChange, className = '' } = props
  const offered = value === undefined || values.includes(value) ? values : [...values, value]
  return (
    <Select<Value | typeof ANY>
      aria-label={label}
      compact
      className={className}
      value={value ?? ANY}
      onChange={(chosen) => onChange(chosen === ANY ? undefined : chosen)}
      options={[
        { value: ANY, label: anyLabel },
        ...offered.map((one) => ({ value: one, label: nameOf(one) })),
      ]}
    />
  )
}
