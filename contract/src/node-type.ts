import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'

export const NODE_FAMILIES = ['trigger', 'flow', 'data', 'action', 'people', 'code', 'annotation'] as const
export type NodeFamily = (typeof NODE_FAMILIES)[number]

const NodeTypeSchema = Type.Object(
  {
    type: Type.String({ description: 'The value for `type` in a node.' }),
    title: Type.String({ description: 'Display name.' }),
    summary: Type.String({ description: 'What the node does, in Markdown.' }),
    family: Type.Enum([...NODE_FAMILIES], { description: 'The group in which editors show it.' }),
    icon: Type.String({ description: 'The name of its icon.' }),
    keywords: Type.Array(Type.String(), { description: 'Further words to find it by.' }),
    line: Type.String({
      description:
        'A template that describes a node in one line, evaluated with the parameters as `data`. Empty: the title is enough.',
    }),
    parameters: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The parameters, as a JSON Schema with titles and descriptions. `format`, `x-when`, `x-folded` and `x-instead-of` are hints for forms; the guide Workflows explains them.',
    }),
    conditions: Type.Array(Type.String(), {
      description: 'Parameters that are expressions even without `{{ }}`.',
    }),
    literals: Type.Array(Type.String(), { description: 'Parameters that cannot contain expressions.' }),
    handles: Type.String({
      description:
        'An expression that returns the names of the outputs as a list, evaluated with the parameters as `data`.',
    }),
    is_loop: Type.Boolean({
      description: 'Whether the nodes after the handle `each` run once per iteration.',
    }),
    has_effect: Type.Boolean({ description: 'Whether it changes or calls something outside of the run.' }),
    credential_types: Type.Array(Type.String(), {
      description: 'The types of credentials that it takes; empty if it takes none.',
    }),
    output: Type.String({ description: 'The shape of the output, in Markdown.' }),
    notes: Type.Array(Type.String(), { description: 'Limits and error codes, in Markdown.' }),
    example: Type.Record(Type.String(), Type.Unknown(), {
      description: 'An example node, without `id` and `type`.',
    }),
  },
  { title: 'NodeType', description: 'A kind of node, as an editor needs it.' },
)

export type NodeType = Static<typeof NodeTypeSchema>

export const listNodeTypes = defineOperation({
  id: 'listNodeTypes',
  method: 'GET',
  path: '/node-types',
  tag: 'Workflows',
  summary: 'List the kinds of nodes',
  description: 'Everything an editor needs to show and edit nodes. All of them are returned at once.',
  scope: 'workflows:read',
  extension: true,
  success: { status: 200, description: 'The kinds of nodes.', data: Type.Array(NodeTypeSchema) },
  example: {},
})
