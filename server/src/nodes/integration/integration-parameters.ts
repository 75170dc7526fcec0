import Type, { type Static } from 'typebox'

export const IntegrationParameters = Type.Object({
  integration_id: Type.Optional(
    Type.String({
      title: 'Integration',
      description:
        'The id of a connected integration of the account. Its credential is used unless the node has its own.',
      format: 'uuid',
      'x-format': 'integration-id',
    }),
  ),
  type: Type.Optional(
    Type.String({
      title: 'Type',
      'x-format': 'integration-type',
      'x-instead-of': 'integration_id',
      description:
        'Instead of `integration_id`: a type of the catalogue. The node then needs a credential of its own.',
      examples: ['slack'],
    }),
  ),
  action: Type.String({
    title: 'Action',
    'x-format': 'integration-action',
    description: 'The name of an action of the integration. `GET /integrations/:id/actions` lists them.',
    minLength: 1,
    examples: ['post_message'],
  }),
  parameters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      title: 'Parameters',
      'x-format': 'action-parameters',
      description:
        'The parameters of the action. A parameter that is null counts as not set. Expressions are not evaluated in `statement`.',
      examples: [{ channel: 'C0123456789', text: 'Order {{ input.id }} is paid.' }],
    }),
  ),
})

export type IntegrationParameters = Static<typeof IntegrationParameters>
