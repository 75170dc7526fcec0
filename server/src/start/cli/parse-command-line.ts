import { nearestWord, nearMiss } from '../settings/nearest-word.ts'
import { type Command, describeUsage, UsageError } from '../commands/command.ts'
import { SETTINGS } from '../settings/settings-table.ts'
import { parseArgs } from 'node:util'

const DEFAULT_COMMAND = 'serve'
const HELP = 'help'

export type CommandLine =
  /** The commands to describe: one, or several that begin with the same word. */
  | { readonly kind: 'help'; readonly commands: readonly Command[] }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly args: readonly string[]
      readonly flags: Readonly<Record<string, string>>
    }

interface GivenFlag {
  readonly name: string
  readonly value: string | undefined
  /** Whether the value was attached with an equals sign. */
  readonly isInline: boolean
}

/** Reads a command line, and checks its flags and arguments against the command that it names. */
export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): CommandLine {
  const { positionals, given } = split(argv, commands)
  const asksForHelp = positionals[0] === HELP || given.some(({ name }) => name === HELP)
  const words = positionals[0] === HELP ? positionals.slice(1) : positionals
  if (asksForHelp) return { kind: 'help', commands: findForHelp(words, commands) }
  const found = findCommand(words.length === 0 ? [DEFAULT_COMMAND] : words, commands)
  // An unknown flag takes no value here, so what follows it may look like a command. The flag is the error to report.
  const unknown = given.find(({ name }) => !isKnown(name, commands))
  if (found === undefined) {
    throw unknown === undefined ? noSuchCommand(words, commands) : noSuchFlag(unknown, commands)
  }
  const { command, args } = found
  for (const flag of given) checkFlag(flag, command, commands)
  checkArguments(args, command)
  const flags = Object.fromEntries(given.map(({ name, value = '' }) => [name, value]))
  return { kind: 'run', command, args, flags }
}

/** The names of all flags of a command, without the dashes. */
export function flagsOf({ flags = [], settings }: Command): string[] {
  return [...flags.map(({ name }) => name), ...settings.map((name) => SETTINGS[name].flag)]
}

function split(argv: readonly string[], commands: readonly Command[]) {
  const names = new Set(commands.flatMap(flagsOf))
  const strings = Object.fromEntries([...names].map((name) => [name, { type: 'string' as const }]))
  const { positionals, tokens } = parseArgs({
    args: [...argv],
    // Which flags are allowed depends on the command, which is only known afterwards.
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: { ...strings, [HELP]: { type: 'boolean', short: 'h' } },
  })
  const given = tokens
    .filter((token) => token.kind === 'option')
    .map(({ name, value, inlineValue }): GivenFlag => ({ name, value, isInline: inlineValue === true }))
  return { positionals, given }
}

function findCommand(words: readonly string[], commands: readonly Command[]) {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = commands.find((candidate) => candidate.name === name)
    if (command !== undefined) return { command, args: words.slice(length) }
  }
  return undefined
}

function findForHelp(words: readonly string[], commands: readonly Command[]): readonly Command[] {
  if (words.length === 0) return commands
  const found = findCommand(words, commands)
  if (found !== undefined) return [found.command]
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `))
  if (group.length === 0) throw noSuchCommand(words, commands)
  return group
}

function isKnown(name: string, commands: readonly Command[]): boolean {
  return commands.some((command) => flagsOf(command).includes(name))
}

function checkFlag(flag: GivenFlag, command: Command, commands: readonly Command[]): void {
  const known = flagsOf(command)
  const shown = showFlag(flag.name)
  if (!known.includes(flag.name)) {
    const owners = commands.filter((candidate) => flagsOf(candidate).includes(flag.name))
    const near = nearMiss(flag.name, known)
    const problem =
      owners.length === 0
        ? `Unknown flag ${shown} for "${command.name}".`
        : `"${command.name}" does not take the flag ${shown}, which belongs to ${listNames(owners)}.`
    const hint = near === undefined ? '' : ` Did you mean --${near}?`
    throw new UsageError(`${problem}${hint}\n${describeFlags(command)}`)
  }
  if (flag.value === undefined || (!flag.isInline && flag.value.startsWith('-'))) {
    const next =
      flag.value === undefined ? '' : `, but "${flag.value}" follows. Write ${shown}=${flag.value} to pass it`
    throw new UsageError(
      `The flag ${shown} of "${command.name}" needs a value${next}.\n${describeFlags(command)}`,
    )
  }
}

function checkArguments(args: readonly string[], command: Command): void {
  const expected = command.args ?? []
  const extra = args[expected.length]
  if (extra === undefined) return
  throw new UsageError(
    `Unexpected argument "${extra}" for "${command.name}". Usage: ${describeUsage(command)}`,
  )
}

function describeFlags(command: Command): string {
  const flags = [...flagsOf(command), HELP].map((name) => `--${name}`)
  return `Flags of "${command.name}": ${flags.join(', ')}.`
}

function noSuchCommand(words: readonly string[], commands: readonly Command[]): UsageError {
  const given = words.slice(0, 2).join(' ')
  const nearest = nearestWord(
    given,
    commands.map(({ name }) => name),
  )
  return new UsageError(
    `Unknown command "${given}". Did you mean "${nearest}"? Run with --help to see all commands.`,
  )
}

function noSuchFlag({ name }: GivenFlag, commands: readonly Command[]): UsageError {
  const near = nearMiss(name, commands.flatMap(flagsOf))
  const hint = near === undefined ? '' : ` Did you mean --${near}?`
  return new UsageError(`Unknown flag ${showFlag(name)}.${hint} Run with --help to see all commands.`)
}

function showFlag(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`
}

function listNames(commands: readonly Command[]): string {
  return commands.map(({ name }) => `"${name}"`).join(', ')
}
