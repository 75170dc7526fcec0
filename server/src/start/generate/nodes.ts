import { describeFields, describeHandles, groupNodeKinds, plainSchema, sampleNode } from '#http/index.ts'
import type { NodeKind } from '#ports/index.ts'
import { describedKinds } from './describing/described-kinds.ts'
import { codeMarkdown, fieldsMarkdown, markdownFile } from './markdown/markdown.ts'

export async function generate(): Promise<{ path: string; content: string }[]> {
  const blocks = [
    '# Nodes',
    'What a workflow can do. A node is an object with an `id`, a `type` from this page and its parameters as `data`; an edge leads from the `source` to the `target`, by `sourceHandle` from one of the handles of the source. Texts in `data` may hold expressions in `{{ }}`.',
    ...groupNodeKinds(describedKinds()).flatMap(({ title, kinds }) => [
      `## ${title}`,
      ...kinds.flatMap(describeNode),
    ]),
  ]
  return [{ path: 'docs/reference/nodes.md', content: markdownFile(blocks) }]
}

function describeNode(kind: NodeKind): string[] {
  const rows = describeFields(plainSchema(kind.parameters))
  const facts = [describeHandles(kind), ...(kind.hasEffect ? ['It has an effect outside of the run.'] : [])]
  return [
    `### \`${kind.type}\`: ${kind.title}`,
    `${kind.summary} ${facts.join(' ')}`,
    rows.length === 0 ? 'It takes no parameters.' : fieldsMarkdown(rows),
    codeMarkdown('json', JSON.stringify(sampleNode(kind), undefined, 2)),
  ]
}
