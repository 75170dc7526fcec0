import { clsx } from 'clsx'
import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'

const itemClass = clsx(
  'flex h-10 items-center gap-3 rounded-[0.375rem] px-2.5 text-sm outline-none select-none md:h-9',
  'data-highlighted:bg-hover [&>svg]:size-4 [&>svg]:text-muted',
)

interface MenuProps extends ComponentProps<typeof DropdownMenu.Content> {
  trigger: ReactNode
}

/** Renders without a portal, so that the menu stays inside the landmark or the drawer of its trigger. */
export function Menu({ trigger, children, ...content }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        sideOffset={6}
        collisionPadding={12}
        {...content}
        className="z-50 min-w-[max(14rem,var(--radix-dropdown-menu-trigger-width))] animate-rise rounded-xl border border-line bg-raised p-1.5 text-ink shadow-float"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

/** With `asChild`, its single child, such as a link, becomes the item. */
export function MenuItem(item: ComponentProps<typeof DropdownMenu.Item>) {
  return <DropdownMenu.Item {...item} className={itemClass} />
}

export function MenuRadioItem({
  icon: Icon,
  children,
  ...item
}: ComponentProps<typeof DropdownMenu.RadioItem> & { icon: LucideIcon }) {
  return (
    <DropdownMenu.RadioItem {...item} className={itemClass}>
      <Icon aria-hidden="true" />
      <span className="flex-1">{children}</span>
      <DropdownMenu.ItemIndicator>
        <Check aria-hidden="true" className="size-4 text-accent-ink" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
      {children}
    </DropdownMenu.Label>
  )
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="mx-1 my-1.5 h-px bg-line" />
}
