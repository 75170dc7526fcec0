import type { SettingName } from '../settings/settings-table.ts'
import type { Config } from '../settings/config.ts'

/** A command line that the program cannot carry out. The message says what is wrong and what to do. */
export class UsageError extends Error {}

export interface CommandCall {
  readonly config: Config
  /** The positional arguments after the name of the command. */
  readonly args: readonly string[]
  /** Values by the name of the flag, without the dashes. */
  readonly flags: Readonly<Record<string, string | undefined>>
  print(line: string): void
}

/** A flag of one command. Every flag takes a value. */
export interface Flag {
  /** Without the dashes. */
  readonly name: string
  /** The kind of value, as the usage line shows it. */
  readonly value: string
  readonly help: string
}

export interface Command {
  readonly name: string
  readonly summary: string
  /** Names of the positional arguments. All of them are required. */
  readonly args?: readonly string[]
  readonly flags?: readonly Flag[]
  /** The settings that the command reads; it takes their flags, too. */
  readonly settings: readonly SettingName[]
  /** Loads the code of the command. Called only when the command runs, so that no other start pays for it. */
  load(): Promise<(call: CommandCall) => Promise<void>>
}

/** The command with its arguments and its own flags on one line. */
export function describeUsage({ name, args = [], flags = [] }: Command): string {
  const parts = [...args.map((arg) => `<${arg}>`), ...flags.map((flag) => `[--${flag.name} ${flag.value}]`)]
  return [name, ...parts].join(' ')
}
