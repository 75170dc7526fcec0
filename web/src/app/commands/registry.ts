import type { Command, CommandOptions } from './command.ts'
import { shortcutsCollide } from './shortcut.ts'

export interface RegisteredCommand extends Command {
  scope: string | undefined
}

/** The commands of everything that is mounted. Later registrations come first: the innermost component wins. */
export class CommandRegistry {
  readonly #sets = new Map<symbol, readonly RegisteredCommand[]>()
  readonly #listeners = new Set<() => void>()
  #snapshot: readonly RegisteredCommand[] = []

  /** Adds commands, or replaces those that were added with the same token. */
  set(token: symbol, commands: readonly Command[], { scope }: CommandOptions = {}): void {
    this.#sets.set(
      token,
      commands.map((command) => ({ ...command, run: () => command.run(), scope })),
    )
    this.#publish()
  }

  remove(token: symbol): void {
    if (this.#sets.delete(token)) this.#publish()
  }

  /** All commands, innermost first, each id once. */
  readonly list = (): readonly RegisteredCommand[] => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #publish(): void {
    const byId = new Map<string, RegisteredCommand>()
    for (const command of [...this.#sets.values()].reverse().flat()) {
      if (!byId.has(command.id)) byId.set(command.id, command)
    }
    this.#snapshot = [...byId.values()]
    for (const listener of this.#listeners) listener()
  }
}

interface ShortcutConflict {
  keys: readonly [string, string]
  ids: readonly [string, string]
}

/** Finds commands of the same scope that react to the same keys. */
export function findConflicts(commands: readonly RegisteredCommand[]): ShortcutConflict[] {
  const bound = commands.flatMap((command) => (command.keys ?? []).map((keys) => ({ command, keys })))
  return bound.flatMap((first, index) =>
    bound
      .slice(index + 1)
      .filter(
        (second) =>
          second.command.id !== first.command.id &&
          second.command.scope === first.command.scope &&
          shortcutsCollide(first.keys, second.keys),
      )
      .map((second) => ({
        keys: [first.keys, second.keys] as const,
        ids: [first.command.id, second.command.id] as const,
      })),
  )
}
