import { createContext, use, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Command, CommandOptions } from './command.ts'
import { CommandRegistry, type RegisteredCommand } from './registry.ts'

export const CommandContext = createContext(new CommandRegistry())

/** Offers commands while the component is mounted. The list may be a new one on every render. */
export function useCommands(
  commands: readonly Command[],
  { scope, background = false }: CommandOptions = {},
): void {
  const registry = use(CommandContext)
  const [token] = useState(() => Symbol('commands'))
  useLayoutEffect(() => {
    registry.set(token, commands, { background, ...(scope === undefined ? {} : { scope }) })
  })
  useEffect(() => () => registry.remove(token), [registry, token])
}

/** All commands of what is mounted, for the palette and the list of shortcuts. */
export function useRegisteredCommands(): readonly RegisteredCommand[] {
  const registry = use(CommandContext)
  return useSyncExternalStore(registry.subscribe, registry.list)
}
