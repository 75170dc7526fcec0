import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { runCommand } from './run-command.ts'
import type { Command } from './command.ts'
import { ariaKeys } from './shortcut.ts'
import { ShortcutHint } from './shortcut-hint.tsx'

interface CommandButtonProps {
  command: Command
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 'md' | 'sm'
  busy?: boolean
  /** Shows only the icon; title and shortcut are in the tooltip. */
  iconOnly?: boolean
  /** Shows the shortcut beside the title. */
  showKeys?: boolean
  className?: string
}

/** A button that runs a command, and teaches its shortcut. */
export function CommandButton({
  command,
  variant = 'secondary',
  size = 'sm',
  busy = false,
  iconOnly = false,
  showKeys = false,
  className = '',
}: CommandButtonProps) {
  const { title, icon: Icon, keys = [], enabled = true } = command
  const run = () => runCommand(command)
  const firstKeys = keys[0]
  if (iconOnly && Icon !== undefined) {
    return (
      <IconButton
        icon={Icon}
        label={title}
        {...(firstKeys === undefined ? {} : { keys: firstKeys })}
        busy={busy}
        inactive={!enabled}
        onClick={run}
        className={className}
      />
    )
  }
  return (
    <Button
      variant={variant}
      size={size}
      busy={busy}
      inactive={!enabled}
      aria-keyshortcuts={ariaKeys(keys)}
      onClick={run}
      className={className}
    >
      {Icon && !busy && <Icon aria-hidden="true" className="size-4" />}
      {title}
      {showKeys && firstKeys !== undefined && (
        <ShortcutHint keys={firstKeys} className="ml-1 hidden lg:block" />
      )}
    </Button>
  )
}
