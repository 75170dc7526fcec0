import { clsx } from 'clsx'

/** What every control takes: the attributes that `Field` provides, or an `aria-label` outside of a field. */
export interface ControlProps {
  id?: string
  name?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  /** 32 px high, for panels. */
  compact?: boolean
  className?: string
}

/** The look of a control that holds a value. */
export function controlClass(compact: boolean | undefined, className?: string): string {
  return clsx(
    'block w-full scroll-my-16 rounded-control border border-line-strong bg-surface text-left text-base text-ink transition-colors',
    'placeholder:text-muted hover:border-ink/60 focus-visible:border-focus focus-visible:outline-offset-0',
    'aria-invalid:border-danger aria-invalid:hover:border-danger',
    'aria-disabled:cursor-not-allowed aria-disabled:bg-sunken aria-disabled:text-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
    compact === true
      ? 'h-10 border-line-strong/70 px-2.5 md:h-8 md:text-[0.8125rem]'
      : 'h-10 px-3 md:text-sm',
    className,
  )
}
