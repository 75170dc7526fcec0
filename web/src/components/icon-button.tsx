import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { ariaKeys } from '../app/commands/shortcut.ts'
import { Tooltip } from './overlay/tooltip.tsx'
import { Spinner } from './spinner.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'children'> {
  icon: LucideIcon
  /** The accessible name and the tooltip. */
  label: string
  /** A shortcut to teach in the tooltip. */
  keys?: string
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left'
  size?: 'md' | 'sm'
  tone?: 'neutral' | 'danger'
  busy?: boolean
  inactive?: boolean
}

/** A button with an icon instead of a text. */
export function IconButton({
  icon: Icon,
  label,
  keys,
  tooltipSide,
  size = 'sm',
  tone = 'neutral',
  busy = false,
  inactive = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const idle = !busy && !inactive
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (idle) onClick?.(event)
    else event.preventDefault()
  }
  return (
    <Tooltip
      content={label}
      {...(keys === undefined ? {} : { keys })}
      {...(tooltipSide === undefined ? {} : { side: tooltipSide })}
    >
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-keyshortcuts={keys === undefined ? undefined : ariaKeys([keys])}
        aria-disabled={idle ? undefined : true}
        aria-busy={busy || undefined}
        onClick={click}
        className={clsx(
          'inline-grid shrink-0 place-items-center rounded-control transition-colors select-none',
          'text-muted hover:bg-hover hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink',
          'aria-disabled:cursor-not-allowed aria-disabled:opacity-50 data-[state=open]:bg-hover data-[state=open]:text-ink',
          tone === 'danger' && 'hover:bg-danger-soft hover:text-danger-ink',
          size === 'md' ? 'size-10' : 'size-10 md:size-8',
          className,
        )}
      >
        {busy ? <Spinner /> : <Icon aria-hidden="true" className="size-4" />}
      </button>
    </Tooltip>
  )
}
