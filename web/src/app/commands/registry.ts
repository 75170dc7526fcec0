import type { Command, CommandOptions } from './command.ts'
import { shortcutsCollide } from './shortcut.ts'

export interface RegisteredCommand extends Command {
  scope: string | undefined
  background: boolean
}

/** The commands of everything that is mounted: those of the page first, then those that every page has. */
export class CommandRegistry {
  readonly #sets = new Map<symbol, readonly RegisteredCommand[]>()
  readonly #listeners = new Set<() => void>()
  #snapshot: readonly RegisteredCommand[] = []

  /** Adds commands, or replaces those that were added with the same token. */
  set(token: symbol, commands: readonly Command[], { scope, background = false }: CommandOptions = {}): void {
    this.#sets.set(
      token,
      commands.map((command) => ({ ...command, run: () => command.run(), scope, background })),
    )
    this.#publish()
  }

  remove(token: symbol): void {
    if (this.#sets.delete(token)) this.#publish()
  }

  /** All commands, each id once. */
  readonly list = (): readonly RegisteredCommand[] => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #publish(): void {
    const byId = new Map<string, RegisteredCommand>()
    const all = [...this.#sets.values()].flat()
    for (const command of [...all.filter(isForeground), ...all.filter((one) => one.background)]) {
      if (!byId.has(command.id)) byId.set(command.id, command)
    }
    this.#snapshot = [...byId.values()]
    for (const listener of this.#listeners) listener()
  }
}

function isForeground({ background }: RegisteredCommand): boolean {
  return !background
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
          second.command.background === first.command.background &&
          shortcutsCollide(first.keys, second.keys),
      )
      .map((second) => ({
        keys: [first.keys, second.keys] as const,
        ids: [first.command.id, second.command.id] as const,
      })),
  )
}
