import Type, { type Static } from 'typebox'
import { ExecutionOverviewSchema } from './execution-list.ts'
import { FollowedStepSchema } from './execution-step.ts'
import { MAX_TIMELINE_STEPS } from './limits.ts'
import { defineOperation } from './operation.ts'
import { IdParams, nullable } from './primitives.ts'

const { output: _output, node_name: _name, ...outline } = FollowedStepSchema.properties

export const StepOutlineSchema = Type.Object(
  {
    ...outline,
    output_size: nullable(
      Type.Integer({ description: 'The length of the output as JSON; null until there is one.' }),
    ),
    item_count: nullable(
      Type.Integer({ description: 'The number of items, if the output is a list or the step is a loop.' }),
    ),
    pinned: Type.Boolean({ description: 'Whether the output is pinned test data.' }),
    reused: Type.Boolean({
      description: 'Whether a retry took the result over from the original execution.',
    }),
    output_hash: Type.Optional(
      nullable(
        Type.String({
          description:
            'Only with `include=hashes`. Equal outputs have equal hashes; null until there is an output.',
        }),
      ),
    ),
  },
  { title: 'StepOutline', description: 'A step without its data.' },
)

const TimelineSchema = Type.Object(
  {
    execution: ExecutionOverviewSchema,
    steps: Type.Array(StepOutlineSchema, { description: 'The steps, in the order in which they started.' }),
    input_hash: Type.Optional(
      Type.String({ description: 'Only with `include=hashes`. The hash of the input of the execution.' }),
    ),
    complete: Type.Boolean({
      description: `False if there are more than ${MAX_TIMELINE_STEPS} steps; these are the first.`,
    }),
    last_event_id: nullable(
      Type.String({
        description: 'Follow the execution from here: the `last_event_id` of `GET /executions/:id/events`.',
      }),
    ),
  },
  { title: 'Timeline', description: 'All steps of an execution, without their data.' },
)

export type StepOutline = Static<typeof StepOutlineSchema>
export type Timeline = Static<typeof TimelineSchema>

export const getTimeline = defineOperation({
  id: 'getTimeline',
  method: 'GET',
  path: '/executions/:id/timeline',
  tag: 'Executions',
  summary: 'Read the timeline of an execution',
  description:
    'Every step with its status and times, without input and output. Read those with `GET /executions/:id/data`.',
  scope: 'executions:read',
  extension: true,
  params: IdParams,
  query: Type.Object({
    include: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          '`hashes`: hashes of the input and the outputs, to compare executions without reading their data.',
        examples: ['hashes'],
      }),
    ),
  }),
  success: { status: 200, description: 'The timeline.', data: TimelineSchema },
  example: {},
})
