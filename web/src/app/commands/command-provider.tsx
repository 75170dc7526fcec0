import { Keyboard, Search } from 'lucide-react'
import {
  createContext,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import * as t from '../../texts/commands.ts'
import type { Command } from './command.ts'
import { ShortcutMatcher } from './match-shortcut.ts'
import { runCommand } from './run-command.ts'
import { CommandRegistry } from './registry.ts'
import { TypeAhead } from './type-ahead.ts'
import { CommandContext, useCommands } from './use-commands.ts'
import { lazyDialog } from '../lazy-dialog.tsx'

const CommandPalette = lazyDialog(
  async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }),
  (props) => props.onClose(),
  t.paletteFailed,
)
const ShortcutList = lazyDialog(
  async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }),
  (props) => props.onClose(),
  t.shortcutsFailed,
)

type Overlay = 'palette' | 'shortcuts'

const OverlayContext = createContext<(overlay: Overlay) => void>(() => undefined)

/** Opens the command palette or the list of shortcuts. */
export function useCommandOverlay(): (overlay: Overlay) => void {
  return use(OverlayContext)
}

/** Holds the commands of the app, listens for their shortcuts, and shows palette and list of shortcuts. */
export function CommandProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(() => new CommandRegistry(), [])
  const typeAhead = useMemo(() => new TypeAhead(), [])
  const [overlay, setOverlay] = useState<Overlay>()
  useEffect(() => {
    const matcher = new ShortcutMatcher()
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const command = matcher.match(event, registry.list())
      if (command === undefined) return
      event.preventDefault()
      if (command !== 'pending' && !(event.repeat && command.noRepeat)) runCommand(command)
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [registry])
  useEffect(() => () => void typeAhead.take(), [typeAhead])
  const close = useCallback(() => {
    typeAhead.drop()
    setOverlay(undefined)
  }, [typeAhead])
  const open = useCallback(
    (wanted: Overlay) => {
      if (wanted === 'palette') typeAhead.begin(close)
      setOverlay(wanted)
    },
    [typeAhead, close],
  )
  return (
    <CommandContext value={registry}>
      <OverlayContext value={open}>
        {children}
        <Suspense>
          {overlay === 'palette' && <CommandPalette takeTyped={() => typeAhead.take()} onClose={close} />}
          {overlay === 'shortcuts' && <ShortcutList onClose={close} />}
        </Suspense>
      </OverlayContext>
    </CommandContext>
  )
}

/** The commands that open palette and list of shortcuts. */
export function useOverlayCommands(): readonly [palette: Command, shortcuts: Command] {
  const open = useCommandOverlay()
  const commands = [
    {
      id: 'app.palette',
      title: t.search,
      group: t.general,
      icon: Search,
      keys: ['mod+k'],
      whileTyping: true,
      hidden: true,
      run: () => open('palette'),
    },
    {
      id: 'app.shortcuts',
      title: t.showShortcuts,
      group: t.general,
      icon: Keyboard,
      keys: ['?'],
      run: () => open('shortcuts'),
    },
  ] as const
  useCommands(commands, { background: true })
  return commands
}
