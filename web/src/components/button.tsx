import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import { Spinner } from './spinner.tsx'

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost'
type Size = 'md' | 'sm' | 'icon'

const variants: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent shadow-card hover:bg-accent-hover',
  secondary: 'border border-line-strong/60 bg-surface text-ink shadow-card hover:bg-hover',
  ghost: 'text-ink hover:bg-hover',
  danger: 'bg-danger text-on-danger shadow-card hover:bg-danger-hover',
  'danger-ghost': 'text-danger-ink hover:bg-danger-soft',
}

const sizes: Record<Size, string> = {
  md: 'h-10 px-4',
  sm: 'h-10 px-3 md:h-8 md:text-[0.8125rem]',
  icon: 'size-10',
}

/** The style of a button, for links that act like one. */
export function buttonClass(variant: Variant = 'primary', size: Size = 'md', className?: string): string {
  return clsx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control text-sm font-medium whitespace-nowrap',
    'transition-colors select-none aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
    variants[variant],
    sizes[size],
    className,
  )
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: Variant
  size?: Size
  /** Shows a spinner and ignores clicks, but keeps the focus. */
  busy?: boolean
  /** Ignores clicks, but stays focusable, so that keyboard users keep their position. */
  inactive?: boolean
}

export function Button({
  variant,
  size,
  busy = false,
  inactive = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const idle = !busy && !inactive
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (idle) onClick?.(event)
    else event.preventDefault()
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={handleClick}
      aria-disabled={idle ? undefined : true}
      aria-busy={busy || undefined}
      className={buttonClass(variant, size, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
