import {
  describeFields,
  describeHandles,
  groupNodeKinds,
  HAS_EFFECT,
  plainSchema,
  sampleNode,
} from '#http/index.ts'
import type { NodeKind } from '#ports/index.ts'
import { WorkflowEdgeSchema, WorkflowNodeSchema } from '@millrace/contract/graph.ts'
import { describedKinds } from './describing/described-kinds.ts'
import { fieldsMarkdown, jsonMarkdown, markdownFile } from './markdown/markdown.ts'

export async function generate(): Promise<{ path: string; content: string }[]> {
  const node = plainSchema(WorkflowNodeSchema)
  const edge = plainSchema(WorkflowEdgeSchema)
  const blocks = [
    '# Nodes',
    'The types of nodes, with their parameters, handles and outputs. The guide [Workflows](../guides/workflows.md) explains how to connect them.',
    '## Nodes and edges',
    // The headings of this file are the ids of the page, so that a link to either works in both.
    '### Node',
    'Every node has these fields, whatever its type; the parameters of the type go in `data`.',
    fieldsMarkdown(describeFields(node)),
    jsonMarkdown(node.examples?.[0]),
    '### Edge',
    'An edge connects a handle of one node with another node.',
    fieldsMarkdown(describeFields(edge)),
    jsonMarkdown(edge.examples?.[0]),
    ...groupNodeKinds(describedKinds()).flatMap(({ title, kinds }) => [
      `## ${title}`,
      ...kinds.flatMap(describeNode),
    ]),
  ]
  return [{ path: 'docs/reference/nodes.md', content: markdownFile(blocks) }]
}

function describeNode(kind: NodeKind): string[] {
  const rows = describeFields(plainSchema(kind.parameters))
  const { output, notes = [] } = kind
  const facts = [describeHandles(kind), ...(kind.hasEffect ? [HAS_EFFECT] : [])]
  return [
    `### \`${kind.type}\``,
    `**${kind.title}.** ${kind.summary} ${facts.join(' ')}`,
    ...(output === undefined ? [] : [`Output: ${output}`]),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${note}`).join('\n')]),
    rows.length === 0 ? 'No parameters.' : fieldsMarkdown(rows),
    jsonMarkdown(sampleNode(kind)),
  ]
}
