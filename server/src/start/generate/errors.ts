import { ERROR_CATALOGUE } from '@millrace/contract/errors.ts'
import { ERROR_RESPONSES } from '#http/index.ts'
import { markdownFile, markdownTable } from './markdown/markdown.ts'

export async function generate(): Promise<{ path: string; content: string }[]> {
  const blocks = [
    '# Errors',
    'An error is `{"success": false, "error": {"code", "message", "details"}}`. The six codes are a closed set: programs can rely on the code and the status. The `message` is for people and may change.',
    markdownTable(
      ['code', 'usual status', 'meaning'],
      Object.entries(ERROR_CATALOGUE).map(([code, { status, meaning }]) => [
        `\`${code}\``,
        String(status),
        meaning,
      ]),
    ),
    '## What to do',
    ...Object.entries(ERROR_CATALOGUE).flatMap(([code, { meaning, remedy, alsoUsedFor }]) => [
      `### ${code}`,
      `${meaning} ${remedy}`,
      ...(alsoUsedFor.length === 0
        ? []
        : [['Also used for:', '', ...alsoUsedFor.map((use) => `- ${use}`)].join('\n')]),
    ]),
    '## By status',
    markdownTable(
      ['status', 'code', 'description'],
      ERROR_RESPONSES.map(({ status, code, description }) => [String(status), `\`${code}\``, description]),
    ),
  ]
  return [{ path: 'docs/reference/errors.md', content: markdownFile(blocks) }]
}
