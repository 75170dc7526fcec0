import Type from 'typebox'
import { annotation } from '#nodes/parameters/annotation.ts'
import { firstLine } from '#nodes/parameters/line-parts.ts'
import type { NodeKind } from '#ports/index.ts'

export const sectionNode: NodeKind = annotation({
  type: 'section',
  title: 'Group',
  summary: 'A box around nodes that belong together. It never runs, and it changes nothing about its nodes.',
  icon: 'group',
  keywords: ['box', 'annotation', 'section', 'area', 'collapse'],
  line: `{{ ${firstLine('data.title')} }}`,
  parameters: Type.Object({
    title: Type.Optional(Type.String({ title: 'Title', description: 'What the nodes do together.' })),
    node_ids: Type.Optional(
      Type.Array(Type.String(), {
        title: 'Nodes',
        description: 'The ids of the nodes in the group. Ids of nodes that do not exist are ignored.',
      }),
    ),
    collapsed: Type.Optional(
      Type.Boolean({
        title: 'Collapsed',
        description: 'Whether editors show the group as one card.',
        default: false,
      }),
    ),
  }),
  literals: ['title', 'node_ids', 'collapsed'],
  example: { data: { title: 'Notify the customer', node_ids: ['email', 'log'], collapsed: false } },
})
