import type { FieldRow } from '#http/index.ts'

/** Says at the top of each file where it comes from. */
const GENERATED = '<!-- Made by `npm run generate`. Change the source instead. -->'

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** A bar would end the cell, also in code; an angle bracket outside of code would begin a tag. */
function escapeCell(text: string): string {
  const parts = text.split('`')
  const safe = parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;')))
  return safe
    .join('`')
    .replaceAll('|', String.raw`\|`)
    .replaceAll('\n', ' ')
}

export function fieldsMarkdown(rows: readonly FieldRow[]): string {
  return markdownTable(
    ['name', 'type', 'meaning'],
    rows.map(({ path, type, required, description, notes }) => [
      `\`${path}\`${required ? ' (required)' : ''}`,
      type,
      [description, sentence(notes)].filter((part) => part !== undefined).join(' '),
    ]),
  )
}

function sentence(notes: readonly string[]): string | undefined {
  if (notes.length === 0) return undefined
  const text = notes.join('; ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

export function codeMarkdown(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

/** Blocks with an empty line between them. */
export function markdownFile(blocks: readonly string[]): string {
  return `${[GENERATED, ...blocks].join('\n\n')}\n`
}
