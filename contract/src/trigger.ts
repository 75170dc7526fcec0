import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { IdParams, nullable, TimestampSchema } from './primitives.ts'

export const TRIGGER_KINDS = ['schedule', 'webhook', 'form', 'event'] as const

const TriggerSchema = Type.Object(
  {
    node_id: Type.String({ description: 'The node that starts runs.' }),
    kind: Type.Enum([...TRIGGER_KINDS], { description: 'Its type.' }),
    active: Type.Boolean({
      description:
        'Whether it starts runs: the workflow is published, the node is not disabled, and there is no problem.',
    }),
    problem: nullable(
      Type.String({ description: 'What keeps it from starting runs, in words; null when all is well.' }),
    ),
    next_runs: Type.Optional(
      Type.Array(TimestampSchema, {
        description: 'Of a schedule: the next times, five at most. Those of a draft are what they would be.',
      }),
    ),
    url: Type.Optional(
      Type.String({
        description:
          'Of a webhook: the address that starts runs. It stays the same for as long as the workflow exists.',
      }),
    ),
    test_url: Type.Optional(
      Type.String({
        description: 'Of a webhook: the address that runs the workflow also while it is a draft.',
      }),
    ),
  },
  { title: 'Trigger', description: 'A node that starts runs of its workflow while that is published.' },
)

export type Trigger = Static<typeof TriggerSchema>

export const listTriggers = defineOperation({
  id: 'listTriggers',
  method: 'GET',
  path: '/workflows/:id/triggers',
  tag: 'Workflows',
  summary: 'List the triggers of a workflow',
  description:
    'What starts runs of the workflow, in the order of its nodes, and what keeps each of them from it. `start` is not among them: it waits for a call.',
  scope: 'workflows:read',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'The triggers.', data: Type.Array(TriggerSchema) },
  example: {},
})
