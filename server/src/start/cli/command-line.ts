import { parseArgs } from 'node:util'
import { AppError } from '#domain/index.ts'
import { type Command, UsageError } from '../commands/command.ts'
import { ConfigError, readConfig } from '../settings/config.ts'
import { describeCommands } from './help.ts'
import { nearestWord } from '../settings/nearest-word.ts'
import { SETTINGS } from '../settings/settings-table.ts'

export const COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    usage: 'serve',
    summary: 'Run the service (the default).',
    load: async () => {
      const { serve } = await import('../commands/serve.ts')
      return ({ config }) => serve(config)
    },
  },
  {
    name: 'migrate',
    usage: 'migrate',
    summary: 'Bring the database up to date, and do nothing else.',
    load: async () => (await import('../commands/migrate.ts')).migrateCommand,
  },
  {
    name: 'keys create',
    usage:
      'keys create <name> [--scopes full_access|read_only|execute_only|a,b,c] [--expires-in-days N] [--account ID]',
    summary: 'Make an API key and print it, once.',
    options: ['scopes', 'expires-in-days', 'account'],
    load: async () => (await import('../commands/keys.ts')).createKey,
  },
  {
    name: 'keys list',
    usage: 'keys list [--account ID]',
    summary: 'List the API keys.',
    options: ['account'],
    load: async () => (await import('../commands/keys.ts')).listKeys,
  },
  {
    name: 'keys revoke',
    usage: 'keys revoke <id> [--account ID]',
    summary: 'Make an API key invalid at once.',
    options: ['account'],
    load: async () => (await import('../commands/keys.ts')).revokeKey,
  },
  {
    name: 'accounts create',
    usage: 'accounts create <name> [--plan free|starter|pro|business]',
    summary: 'Make an account and its first API key, and print both.',
    load: async () => (await import('../commands/accounts.ts')).createAccountCommand,
  },
  {
    name: 'accounts list',
    usage: 'accounts list',
    summary: 'List the accounts.',
    load: async () => (await import('../commands/accounts.ts')).listAccounts,
  },
  {
    name: 'accounts set-plan',
    usage: 'accounts set-plan <id> <plan>',
    summary: 'Give an account another plan.',
    load: async () => (await import('../commands/accounts.ts')).setPlan,
  },
  {
    name: 'rotate-master-key',
    usage: 'rotate-master-key',
    summary:
      'Seal every stored secret with a new master key, beside a running service. Can be cut off and run again.',
    load: async () => (await import('../commands/rotate-master-key.ts')).rotateMasterKey,
  },
  {
    name: 'rotate-master-key finish',
    usage: 'rotate-master-key finish',
    summary: 'Forget the previous master keys, when nothing stored needs them any more.',
    load: async () => (await import('../commands/rotate-master-key.ts')).finishRotation,
  },
  {
    name: 'users create',
    usage: 'users create <email> [--name NAME] [--role owner|member] [--account ID]',
    summary: 'Make a user. The password is read from standard input, or made and printed.',
    options: ['name', 'role', 'account'],
    load: async () => (await import('../commands/users.ts')).createUser,
  },
  {
    name: 'users reset-password',
    usage: 'users reset-password <email>',
    summary: 'Give a user a new password and end their sessions.',
    load: async () => (await import('../commands/users.ts')).resetPassword,
  },
]

/** Carries out one command; the exit code tells how it went. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parse(argv)
    if (values['help'] === true || positionals[0] === 'help') {
      process.stdout.write(describeCommands(COMMANDS))
      return 0
    }
    const { command, words } = findCommand(positionals)
    const options = values as Record<string, string | undefined>
    const run = await command.load()
    await run({
      config: readConfig(options),
      words,
      options,
      print: (line) => process.stdout.write(`${line}\n`),
    })
    return 0
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1
  }
}

function parse(argv: readonly string[]) {
  const own = COMMANDS.flatMap((command) => command.options ?? [])
  const names = new Set([...Object.values(SETTINGS).map((setting) => setting.flag), ...own])
  const options = Object.fromEntries([...names].map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nRun with --help to see what there is.`)
  }
}

function findCommand(positionals: readonly string[]): { command: Command; words: readonly string[] } {
  const wanted = positionals.length === 0 ? ['serve'] : positionals
  for (const length of [2, 1]) {
    const name = wanted.slice(0, length).join(' ')
    const command = COMMANDS.find((candidate) => candidate.name === name)
    if (command !== undefined) return { command, words: wanted.slice(length) }
  }
  const given = wanted.slice(0, 2).join(' ')
  const nearest = nearestWord(
    given,
    COMMANDS.map((command) => command.name),
  )
  throw new UsageError(
    `There is no command "${given}". Did you mean "${nearest}"? Run with --help to see all.`,
  )
}

/** Expected failures in one sentence; anything else with its trace, for the report of a bug. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof UsageError || error instanceof ConfigError || error instanceof AppError)
    return error.message
  const cause = error.cause instanceof Error ? `\n  because: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
