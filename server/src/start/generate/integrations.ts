import { presentEntry } from '#features/integrations/catalogue-presenter.ts'
import { describeFields } from '#http/docs/describe-fields.ts'
import { integrationCatalogue } from '#integrations/integration-catalogue.ts'
import type { CatalogueEntry } from '@millrace/contract/integration.ts'
import { describedKinds } from './describing/described-kinds.ts'
import { codeMarkdown, fieldsMarkdown, markdownFile, markdownTable } from './markdown/markdown.ts'

export async function generate(): Promise<{ path: string; content: string }[]> {
  const kinds = describedKinds()
  const blocks = [
    '# Integrations',
    'What the node `integration` can do, by the `type` of the service. How to connect one, write one and import one: [the guide](../guides/integrations.md).',
    ...integrationCatalogue.flatMap((entry) => describeEntry(presentEntry(entry, kinds))),
  ]
  return [{ path: 'docs/reference/integrations.md', content: markdownFile(blocks) }]
}

function describeEntry({ type, name, summary, credential, actions }: CatalogueEntry): string[] {
  return [
    `## \`${type}\`: ${name}`,
    summary,
    ...(credential === null
      ? ['It needs no credential.']
      : [
          `Credential of the type \`${credential.type}\`: ${credential.help}`,
          markdownTable(
            ['field', 'meaning', 'example'],
            credential.fields.map((field) => [
              `\`${field.name}\`${field.required ? ' (required)' : ''}${field.secret ? ', secret' : ''}`,
              `${field.title}: ${field.help}`,
              `\`${field.example}\``,
            ]),
          ),
        ]),
    ...actions.flatMap((action) => {
      const rows = describeFields(action.parameters ?? {})
      const data = { type, action: action.name, parameters: action.example }
      return [
        `### \`${type}\` \`${action.name}\`: ${action.title}`,
        `${action.help} ${action.idempotent ? 'Doing it twice is the same as doing it once.' : 'Done twice, it happens twice.'}`,
        rows.length === 0 ? 'It takes no parameters.' : fieldsMarkdown(rows),
        codeMarkdown('json', JSON.stringify(data, undefined, 2)),
      ]
    }),
  ]
}
