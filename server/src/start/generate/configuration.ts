import { describeUsage } from '../commands/command.ts'
import { COMMANDS } from '../cli/command-table.ts'
import { type Setting, SETTINGS } from '../settings/settings-table.ts'
import { markdownFile, markdownTable } from './markdown/markdown.ts'

export async function generate(): Promise<{ path: string; content: string }[]> {
  const settings: readonly Setting[] = Object.values(SETTINGS)
  const blocks = [
    '# Configuration',
    'Set each setting in the environment or as a command-line option; the option takes precedence. An invalid value stops the start with a message that names the setting; an unknown environment variable that starts with `MILLRACE_` causes a warning.',
    '## Settings',
    markdownTable(
      ['environment', 'option', 'default', 'description'],
      settings.map(({ env, flag, default: fallback, help, secret }) => [
        `\`${env}\``,
        `\`--${flag}\``,
        fallback === undefined ? '' : `\`${fallback}\``,
        secret === true ? `${help} A secret.` : help,
      ]),
    ),
    '## Commands',
    'Run a command with `npm run millrace -- <command>`. Without a command, the service starts.',
    markdownTable(
      ['command', 'description'],
      COMMANDS.map((command) => [`\`${describeUsage(command)}\``, command.summary]),
    ),
  ]
  return [{ path: 'docs/reference/configuration.md', content: markdownFile(blocks) }]
}
