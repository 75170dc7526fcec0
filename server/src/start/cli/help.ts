import { type Setting, SETTINGS } from '../settings/settings-table.ts'
import { type Command, describeUsage } from '../commands/command.ts'

const PROGRAM = 'npm run millrace --'

/** Describes all commands, or those of one group, and every setting. */
export function describeCommands(commands: readonly Command[]): string {
  const lines = [`Usage: ${PROGRAM} <command> [flags]`, '', 'Commands']
  for (const command of commands) lines.push(`  ${describeUsage(command)}`, `      ${command.summary}`)
  lines.push('', 'Settings (a flag overrides the environment; "<command> --help" lists those of a command)')
  for (const setting of Object.values(SETTINGS)) lines.push(...describeSetting(setting))
  return `${lines.join('\n')}\n`
}

/** Describes one command with its own flags and the settings that it reads. */
export function describeCommand(command: Command): string {
  const lines = [`Usage: ${PROGRAM} ${describeUsage(command)}`, '', command.summary]
  if (command.flags !== undefined) {
    lines.push('', 'Flags')
    for (const { name, value, help } of command.flags) lines.push(`  --${name} ${value}`, `      ${help}`)
  }
  lines.push('', 'Settings (a flag overrides the environment)')
  for (const name of command.settings) lines.push(...describeSetting(SETTINGS[name]))
  return `${lines.join('\n')}\n`
}

function describeSetting({ flag, env, help, default: fallback }: Setting): string[] {
  const shown = fallback === undefined ? '' : ` [${fallback}]`
  return [`  --${flag}, ${env}${shown}`, `      ${help}`]
}
