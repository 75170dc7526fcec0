import { presentEntry } from '#features/index.ts'
import { describeFields, describeRepetition } from '#http/index.ts'
import { integrationCatalogue } from '#integrations/index.ts'
import type { CatalogueEntry } from '@millrace/contract/integration-action.ts'
import { describedKinds } from './describing/described-kinds.ts'
import { fieldsMarkdown, jsonMarkdown, markdownFile, markdownTable } from './markdown/markdown.ts'

export async function generate(): Promise<{ path: string; content: string }[]> {
  const kinds = describedKinds()
  const blocks = [
    '# Integrations',
    'The actions of the node `integration`, by the `type` of the service. The guide [Integrations](../guides/integrations.md) explains how to connect, import and write one.',
    ...integrationCatalogue.flatMap((entry) => describeEntry(presentEntry(entry, kinds))),
  ]
  return [{ path: 'docs/reference/integrations.md', content: markdownFile(blocks) }]
}

function describeEntry({ type, name, summary, credential, actions }: CatalogueEntry): string[] {
  return [
    `## \`${type}\``,
    `**${name}.** ${summary}`,
    ...(credential === null
      ? ['No credential needed.']
      : [
          `Credential type \`${credential.type}\`: ${credential.help}`,
          markdownTable(
            ['field', 'description', 'example'],
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
        `${action.help} ${describeRepetition(action)}`,
        rows.length === 0 ? 'No parameters.' : fieldsMarkdown(rows),
        jsonMarkdown(data),
      ]
    }),
  ]
}
