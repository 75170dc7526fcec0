import { clsx } from 'clsx'
import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { formatNumber } from '../../texts/format.ts'

/** The style of one tab, for links that act like one: mark the current one with `aria-current="page"`. */
export const tabClass = clsx(
  'relative inline-flex h-10 items-center gap-1.5 border-b-2 border-transparent text-[0.8125rem] font-medium whitespace-nowrap text-muted transition-colors hover:text-ink',
  // The ring stands clear of the text, and inside of a row that scrolls.
  'outline-none after:absolute after:-inset-x-1.5 after:inset-y-1.5 after:rounded-[0.375rem] focus-visible:after:outline-2 focus-visible:after:outline-focus',
  'data-[state=active]:border-accent data-[state=active]:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink',
)

interface Tab<Value extends string> {
  value: Value
  label: string
  /** A number behind the label. */
  count?: number | undefined
  /** What is counted, with the number: screen readers get it instead of the number alone. */
  countLabel?: string
  tone?: 'neutral' | 'danger'
  content: ReactNode
}

interface TabsProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  tabs: readonly Tab<Value>[]
  /** Controls at the end of the row. */
  end?: ReactNode
  className?: string
  listClassName?: string
  contentClassName?: string
}

/** Only the content of the current tab is mounted. */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
  end,
  className,
  listClassName = 'px-4',
  contentClassName,
}: TabsProps<Value>) {
  return (
    <Primitive.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className={clsx('flex min-h-0 flex-col', className)}
    >
      <div className={clsx('flex items-center gap-4 border-b border-line', listClassName)}>
        <Primitive.List aria-label={label} className="-mx-2 -mb-px flex min-w-0 gap-5 overflow-x-auto px-2">
          {tabs.map((tab) => (
            <Primitive.Trigger key={tab.value} value={tab.value} className={tabClass}>
              {tab.label}{' '}
              {tab.count !== undefined && (
                <TabCount count={tab.count} label={tab.countLabel} tone={tab.tone ?? 'neutral'} />
              )}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        {end !== undefined && <div className="ml-auto flex items-center gap-2">{end}</div>}
      </div>
      {tabs.map((tab) => (
        <Primitive.Content
          key={tab.value}
          value={tab.value}
          className={clsx('min-h-0 flex-1 outline-none', contentClassName)}
        >
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}

interface TabCountProps {
  count: number
  label: string | undefined
  tone: 'neutral' | 'danger'
}

function TabCount({ count, label, tone }: TabCountProps) {
  return (
    <span
      title={label}
      className={clsx(
        'rounded-full px-1.5 text-[0.6875rem] leading-4.5 font-semibold',
        tone === 'danger' && count > 0 ? 'bg-danger-soft text-danger-ink' : 'bg-sunken text-muted',
      )}
    >
      {label === undefined ? (
        formatNumber(count)
      ) : (
        <>
          <span aria-hidden="true">{formatNumber(count)}</span>
          <span className="sr-only">{label}</span>
        </>
      )}
    </span>
  )
}
