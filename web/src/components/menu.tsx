import { clsx } from 'clsx'
import { Check, ChevronRight, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import type { Command } from '../app/commands/command.ts'
import { runCommand } from '../app/commands/run-command.ts'
import { ShortcutHint } from '../app/commands/shortcut-hint.tsx'
import { ariaKeys } from '../app/commands/shortcut.ts'
import { overlayContainer } from './overlay/overlay-container.ts'

export const menuItemClass = clsx(
  'flex h-10 items-center gap-2.5 rounded-[0.375rem] px-2.5 text-[0.8125rem] outline-none select-none md:h-8',
  'data-highlighted:bg-hover data-disabled:opacity-50 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted',
)
export const dangerItemClass = 'text-danger-ink data-highlighted:bg-danger-soft [&>svg]:text-danger-ink!'
export const menuContentClass =
  'z-50 animate-rise rounded-xl border border-line bg-raised p-1.5 text-ink shadow-float'

interface MenuProps extends ComponentProps<typeof DropdownMenu.Content> {
  trigger: ReactNode
  onOpenChange?: (open: boolean) => void
  /** For menus inside of something that scrolls, which would cut them off. */
  portal?: boolean
}

/** Renders without a portal by default, so that the menu stays inside the landmark or the drawer of its trigger. */
export function Menu({ trigger, children, onOpenChange, portal = false, ...content }: MenuProps) {
  const menu = (
    <DropdownMenu.Content
      sideOffset={6}
      collisionPadding={12}
      {...content}
      className={clsx(
        menuContentClass,
        'max-h-(--radix-dropdown-menu-content-available-height) min-w-[max(14rem,var(--radix-dropdown-menu-trigger-width))] overflow-y-auto',
      )}
    >
      {children}
    </DropdownMenu.Content>
  )
  return (
    <DropdownMenu.Root modal={false} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {portal ? (
        <DropdownMenu.Portal container={overlayContainer() ?? null}>{menu}</DropdownMenu.Portal>
      ) : (
        menu
      )}
    </DropdownMenu.Root>
  )
}

interface MenuItemProps extends ComponentProps<typeof DropdownMenu.Item> {
  /** A shortcut to show at the end of the row. */
  keys?: string
  tone?: 'neutral' | 'danger'
}

/** With `asChild`, its single child, such as a link, becomes the item. */
export function MenuItem({ keys, tone, className, children, ...item }: MenuItemProps) {
  const itemClass = clsx(menuItemClass, tone === 'danger' && dangerItemClass, className)
  if (item.asChild) {
    return (
      <DropdownMenu.Item {...item} className={itemClass}>
        {children}
      </DropdownMenu.Item>
    )
  }
  return (
    <DropdownMenu.Item
      {...item}
      aria-keyshortcuts={keys === undefined ? undefined : ariaKeys([keys])}
      className={itemClass}
    >
      {children}
      {keys !== undefined && <ShortcutHint keys={keys} className="ml-auto pl-6" />}
    </DropdownMenu.Item>
  )
}

/** A menu item that runs a command: with its icon, title and shortcut. */
export function CommandMenuItem({ command, tone }: { command: Command; tone?: 'neutral' | 'danger' }) {
  const { icon: Icon, title, keys = [], enabled = true } = command
  return (
    <MenuItem
      disabled={!enabled}
      onSelect={() => runCommand(command)}
      {...(keys[0] === undefined ? {} : { keys: keys[0] })}
      {...(tone === undefined ? {} : { tone })}
    >
      {Icon && <Icon aria-hidden="true" />}
      {title}
    </MenuItem>
  )
}

interface CommandMenuGroupsProps {
  groups: readonly (readonly (Command & { tone?: 'neutral' | 'danger' })[])[]
}

/** Groups of commands; a line separates one group from the next. */
export function CommandMenuGroups({ groups }: CommandMenuGroupsProps) {
  return groups.map((group, index) => (
    <DropdownMenu.Group key={group[0]?.id}>
      {index > 0 && <MenuSeparator />}
      {group.map((command) => (
        <CommandMenuItem
          key={command.id}
          command={command}
          {...(command.tone === undefined ? {} : { tone: command.tone })}
        />
      ))}
    </DropdownMenu.Group>
  ))
}

interface SubmenuProps {
  icon?: LucideIcon
  label: string
  children: ReactNode
}

export function Submenu({ icon: Icon, label, children }: SubmenuProps) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={clsx(menuItemClass, 'data-[state=open]:bg-hover')}>
        {Icon && <Icon aria-hidden="true" />}
        <span className="flex-1">{label}</span>
        <ChevronRight aria-hidden="true" />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.SubContent
        sideOffset={4}
        collisionPadding={12}
        className={clsx(menuContentClass, 'max-h-80 min-w-48 overflow-y-auto')}
      >
        {children}
      </DropdownMenu.SubContent>
    </DropdownMenu.Sub>
  )
}

export function MenuRadioItem({
  icon: Icon,
  children,
  ...item
}: ComponentProps<typeof DropdownMenu.RadioItem> & { icon: LucideIcon }) {
  return (
    <DropdownMenu.RadioItem {...item} className={menuItemClass}>
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
