import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Menu } from './menu.tsx'

interface SplitButtonProps {
  /** The content of the main part. */
  children: ReactNode
  onClick: () => void
  variant?: 'primary' | 'secondary'
  busy?: boolean
  inactive?: boolean
  /** The accessible name of the part that opens the menu. */
  menuLabel: string
  /** Menu items: the alternatives to the main action. */
  menu: ReactNode
  'aria-keyshortcuts'?: string | undefined
}

/** A button with a menu of alternatives beside it. */
export function SplitButton({
  children,
  onClick,
  variant = 'secondary',
  busy = false,
  inactive = false,
  menuLabel,
  menu,
  'aria-keyshortcuts': shortcuts,
}: SplitButtonProps) {
  return (
    <span className="inline-flex">
      <Button
        variant={variant}
        size="sm"
        busy={busy}
        inactive={inactive}
        onClick={onClick}
        aria-keyshortcuts={shortcuts}
        className="rounded-r-none"
      >
        {children}
      </Button>
      <Menu
        align="end"
        trigger={
          <Button
            variant={variant}
            size="sm"
            aria-label={menuLabel}
            className={clsx(
              'rounded-l-none px-1.5 md:px-1.5',
              variant === 'primary' ? 'border-l border-on-accent/30' : '-ml-px',
            )}
          >
            <ChevronDown aria-hidden="true" className="size-4" />
          </Button>
        }
      >
        {menu}
      </Menu>
    </span>
  )
}
