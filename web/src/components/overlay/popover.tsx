import { clsx } from 'clsx'
import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

interface PopoverProps {
  /** A single button that takes a ref and props. */
  trigger: ReactNode
  /** The accessible name of the content. */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

/** Content that floats beside its trigger until the user presses Escape or outside of it. */
export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  className,
  children,
}: PopoverProps) {
  return (
    <Primitive.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={clsx(
            'z-50 max-h-(--radix-popover-content-available-height) animate-rise overflow-y-auto rounded-xl border border-line bg-raised text-sm text-ink shadow-float outline-none',
            className ?? 'w-80 p-4',
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
