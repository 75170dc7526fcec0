import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { IdSchema, nullable, TimestampSchema } from './primitives.ts'

const PollErrorSchema = Type.Object(
  {
    code: Type.String({ description: 'The error code, such as `HTTP_503`.' }),
    message: Type.String({ description: 'What went wrong, as a sentence.' }),
  },
  { title: 'PollError', description: 'Why a poll failed.' },
)

const cursorSchema = (description: string) => Type.Unknown({ description })

export const PollStatusSchema = Type.Object(
  {
    cursor: cursorSchema('What the next poll gets as `input.cursor`; null before the first poll.'),
    polled_at: nullable(TimestampSchema),
    found: Type.Integer({ minimum: 0, description: 'How many new items the last successful poll took.' }),
    remembered: Type.Integer({ minimum: 0, description: 'How many keys of items are remembered.' }),
    failures: Type.Integer({
      minimum: 0,
      description: 'How many polls have failed since the last one that succeeded.',
    }),
    failing_since: nullable(TimestampSchema),
    error: nullable(PollErrorSchema),
  },
  {
    title: 'PollStatus',
    description: 'The polls of a trigger. `polled_at` is the time of the last one that succeeded.',
  },
)

export type PollStatus = Static<typeof PollStatusSchema>

const TriggerParams = Type.Object({
  id: IdSchema,
  node_id: Type.String({ maxLength: 1_000, description: 'The trigger node.' }),
})

/** The most items that a sample shows. */
export const MAX_SAMPLE_ITEMS = 20

const PollSampleSchema = Type.Object(
  {
    polled_at: TimestampSchema,
    error: nullable(PollErrorSchema),
    total: Type.Integer({ minimum: 0, description: 'How many items the response has.' }),
    new: Type.Integer({ minimum: 0, description: 'How many of them were not seen before.' }),
    items: Type.Array(Type.Unknown(), {
      maxItems: MAX_SAMPLE_ITEMS,
      description: `The first items, at most ${MAX_SAMPLE_ITEMS}.`,
    }),
    cursor: cursorSchema('The cursor that the poll would store.'),
    has_more: Type.Boolean({ description: 'Whether another poll would follow at once.' }),
    input: nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'The input of a run for the first item, or for the items shown.',
      }),
    ),
  },
  {
    title: 'PollSample',
    description: 'What a poll finds. `input` is null if there are no items; `error` is null if it succeeds.',
  },
)

export type PollSample = Static<typeof PollSampleSchema>

export const samplePoll = defineOperation({
  id: 'samplePoll',
  method: 'POST',
  path: '/workflows/:id/triggers/:node_id/sample',
  tag: 'Workflows',
  summary: 'Fetch a sample of a poll',
  description:
    'Sends the request of a `poll` trigger of the working copy and returns what it finds. Nothing is stored: no run starts, no ' +
    'item counts as seen, and the cursor stays. A request that fails is a result with `error`.',
  scope: 'workflows:execute',
  extension: true,
  params: TriggerParams,
  body: Type.Object(
    {
      cursor: Type.Optional(
        cursorSchema('The cursor to use; null for none. Default: the one that is stored.'),
      ),
    },
    { title: 'PollSampleRequest', description: 'What to fetch.' },
  ),
  bodyOptional: true,
  audit: 'never',
  success: { status: 200, description: 'What the poll finds.', data: PollSampleSchema },
  example: {},
})

const ResetPollSchema = Type.Object(
  {
    workflow_id: IdSchema,
    node_id: Type.String({ description: 'The trigger node.' }),
    cursor: cursorSchema('What the next poll gets as `input.cursor`.'),
  },
  { title: 'ResetPoll', description: 'A poll trigger that was reset.' },
)

export const resetPoll = defineOperation({
  id: 'resetPoll',
  method: 'POST',
  path: '/workflows/:id/triggers/:node_id/reset',
  tag: 'Workflows',
  summary: 'Reset a poll trigger',
  description:
    'Forgets the cursor, the items that were seen and the failures. An active trigger then polls at once. Without `cursor`, this ' +
    'is a first poll, which treats existing items as `first_poll` says. With it, every item that the poll finds is new. ' +
    'The result of a poll in progress is discarded.',
  scope: 'workflows:write',
  extension: true,
  params: TriggerParams,
  body: Type.Object(
    { cursor: Type.Optional(cursorSchema('The cursor to continue from.')) },
    { title: 'PollReset', description: 'Where to continue.' },
  ),
  bodyOptional: true,
  success: { status: 200, description: 'The trigger.', data: ResetPollSchema },
  example: {},
})
