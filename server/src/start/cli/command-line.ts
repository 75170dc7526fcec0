import { repairJsonParse } from '#domain/json-parse/repair-json-parse.ts'
import { UsageError } from '../commands/command.ts'
import { ConfigError, readConfig } from '../settings/config.ts'
import { describeCommand, describeCommands } from './help.ts'
import { COMMANDS } from './command-table.ts'
import { explainError } from './explain-error.ts'
import { parseCommandLine } from './parse-command-line.ts'
import { surviveOutputErrors } from './survive-output-errors.ts'

/** Runs one command. Resolves to the exit code: 0 for success, 2 for a command line or setting that is wrong, 1 else. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  repairJsonParse()
  const isOutputLost = surviveOutputErrors()
  try {
    const line = parseCommandLine(argv, COMMANDS)
    if (line.kind === 'help') {
      const [first, ...more] = line.commands
      const isOne = first !== undefined && more.length === 0
      process.stdout.write(isOne ? describeCommand(first) : describeCommands(line.commands))
      return 0
    }
    const { command, args, flags } = line
    const run = await command.load()
    await run({ config: readConfig(flags), args, flags, print: (text) => process.stdout.write(`${text}\n`) })
    return isOutputLost() ? 1 : 0
  } catch (error) {
    process.stderr.write(`${explainError(error)}\n`)
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1
  }
}
