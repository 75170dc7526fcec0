import { clsx } from 'clsx'
import { ContextMenu as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Command } from '../../app/commands/command.ts'
import { runCommand } from '../../app/commands/run-command.ts'
import { ShortcutHint } from '../../app/commands/shortcut-hint.tsx'
import { ariaKeys } from '../../app/commands/shortcut.ts'
import { overlayContainer } from './overlay-container.ts'
import { dangerItemClass, menuContentClass, menuItemClass } from '../menu.tsx'

interface ContextMenuProps {
  /** Groups of commands; a line separates one group from the next. Empty groups are left out. */
  groups: readonly (readonly ContextMenuCommand[])[]
  onOpenChange?: (open: boolean) => void
  /** A single element that takes a ref and props. */
  children: ReactNode
}

export interface ContextMenuCommand extends Command {
  tone?: 'neutral' | 'danger'
}

/** A menu on right click, on the menu key, and on a long press. */
export function ContextMenu({ groups, onOpenChange, children }: ContextMenuProps) {
  const filled = groups.filter((group) => group.length > 0)
  return (
    <Primitive.Root modal={false} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal container={overlayContainer() ?? null}>
        <Primitive.Content
          collisionPadding={12}
          className={clsx(
            menuContentClass,
            'max-h-(--radix-context-menu-content-available-height) min-w-56 overflow-y-auto',
          )}
        >
          {filled.map((group, index) => (
            <Primitive.Group key={group[0]?.id}>
              {index > 0 && <Primitive.Separator className="mx-1 my-1.5 h-px bg-line" />}
              {group.map((command) => (
                <ContextMenuItem key={command.id} command={command} />
              ))}
            </Primitive.Group>
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function ContextMenuItem({ command }: { command: ContextMenuCommand }) {
  const { icon: Icon, title, keys = [], enabled = true, tone } = command
  return (
    <Primitive.Item
      disabled={!enabled}
      onSelect={() => runCommand(command)}
      aria-keyshortcuts={ariaKeys(keys)}
      className={clsx(menuItemClass, tone === 'danger' && dangerItemClass)}
    >
      {Icon && <Icon aria-hidden="true" />}
      {title}
      {keys[0] !== undefined && <ShortcutHint keys={keys[0]} className="ml-auto pl-6" />}
    </Primitive.Item>
  )
}
