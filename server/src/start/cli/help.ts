import type { Command } from '../commands/command.ts'
import { SETTINGS } from '../settings/settings-table.ts'

export function describeCommands(commands: readonly Command[]): string {
  const lines = ['Usage: npm run millrace -- <command> [options]', '', 'Commands']
  for (const { usage, summary } of commands) lines.push(`  ${usage}`, `      ${summary}`)
  lines.push('', 'Settings (a flag wins over the environment)')
  for (const { flag, env, help, default: fallback } of Object.values(SETTINGS)) {
    const shown = fallback === undefined ? '' : ` [${fallback}]`
    lines.push(`  --${flag}, ${env}${shown}`, `      ${help}`)
  }
  return `${lines.join('\n')}\n`
}
