import { COMMANDS } from '../cli/command-table.ts'
import { describeUsage } from '../command.ts'
import { type Setting, SETTINGS } from '../settings-table.ts'
import { markdownFile, markdownTable } from './markdown/markdown.ts'

export async function generate(): Promise<{ path: string; content: string }[]> {
  const settings: readonly Setting[] = Object.values(SETTINGS)
  const blocks = [
    '# Configuration',
    'Each setting can be given in the environment or as an option of the command line, which wins. A value that cannot be used stops the start with a sentence that names it; an unknown name that begins with `MILLRACE_` is a warning.',
    '## Settings',
    markdownTable(
      ['environment', 'option', 'default', 'meaning'],
      settings.map(({ env, flag, default: fallback, help, secret }) => [
        `\`${env}\``,
        `\`--${flag}\``,
        fallback === undefined ? '' : `\`${fallback}\``,
        secret === true ? `${help} A secret.` : help,
      ]),
    ),
    '## Commands',
    'Run as `npm run millrace -- <command>`; without a command the service starts.',
    markdownTable(
      ['command', 'what it does'],
      COMMANDS.map((command) => [`\`${describeUsage(command)}\``, command.summary]),
    ),
  ]
  return [{ path: 'docs/reference/configuration.md', content: markdownFile(blocks) }]
}
