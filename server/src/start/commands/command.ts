import type { Config } from '../settings/config.ts'

/** A command line that cannot be carried out as it stands. */
export class UsageError extends Error {}

export interface CommandCall {
  readonly config: Config
  /** What follows the name of the command. */
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
  print(line: string): void
}

export interface Command {
  readonly name: string
  readonly usage: string
  readonly summary: string
  /** Options beyond the settings. */
  readonly options?: readonly string[]
  /** Loaded when it is called: a start pays for no other command. */
  load(): Promise<(call: CommandCall) => Promise<void>>
}
