/** Trying the working copy of a workflow on runs of the past. */
import Type, { type Static } from 'typebox'
import { ExecutionErrorSchema } from './execution.ts'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema } from './paging.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'

/** How many runs one request tries at most. */
export const MAX_SHADOW_RUNS = 10
/** How many runs somebody may ask for. */
const MAX_SHADOW_COUNT = 100

/** What trying a run shows. */
const SHADOW_RESULTS = ['same', 'changed', 'unknown', 'failed'] as const
export type ShadowResult = (typeof SHADOW_RESULTS)[number]

/** Why a request has no recorded answer. */
const UNANSWERED_REASONS = ['new_node', 'not_requested', 'changed_request', 'unanswered'] as const

const output = Type.Optional(
  Type.Unknown({ description: 'The output. Only with `data`, and only up to 64 KiB.' }),
)

const nodeId = Type.String({ description: 'The node.' })

const iteration = nullable(
  Type.String({ description: 'The iteration path, such as `orders[3]`; null outside of loops.' }),
)

const ValueChangeSchema = Type.Object(
  {
    pointer: Type.String({
      description: 'Where the value is, as a JSON pointer; empty for the whole output.',
    }),
    before: nullable(
      Type.String({ description: 'The value as JSON, cut after 120 characters; null if there was none.' }),
    ),
    after: nullable(
      Type.String({ description: 'The value as JSON, cut after 120 characters; null if there is none.' }),
    ),
  },
  { title: 'ValueChange', description: 'A value that differs between two outputs.' },
)

const changes = Type.Array(ValueChangeSchema, {
  description: 'The first values of the output that differ, at most 5.',
})

const ShadowOutcomeSchema = Type.Object(
  {
    status: Type.Enum(['completed', 'failed'], { description: 'How the run ends.' }),
    error: nullable(ExecutionErrorSchema),
    output,
  },
  { title: 'ShadowOutcome', description: 'The end of a run.' },
)

const ShadowStepSchema = Type.Object(
  {
    status: Type.Enum(['completed', 'failed'], { description: 'The status of the step.' }),
    handle: nullable(
      Type.String({ description: 'The handle at which the run continued; null: it did not.' }),
    ),
    error: nullable(
      Type.Object(
        {
          code: Type.String({ description: 'A code for programs.' }),
          message: Type.String({ description: 'What went wrong.' }),
        },
        { title: 'ShadowStepError', description: 'Why the step failed.' },
      ),
    ),
    output,
  },
  { title: 'ShadowStep', description: 'The result of a step.' },
)

const ShadowDifferenceSchema = Type.Object(
  {
    node_id: nodeId,
    iteration,
    before: nullable(ShadowStepSchema),
    after: nullable(ShadowStepSchema),
    changes,
  },
  {
    title: 'ShadowDifference',
    description: 'A step whose result differs. `before` or `after` is null if only one of both runs has it.',
  },
)

const UnansweredRequestSchema = Type.Object(
  {
    node_id: nodeId,
    iteration,
    reason: Type.Enum([...UNANSWERED_REASONS], {
      description:
        '`new_node`: the version that ran does not have the node. `not_requested`: the run did not come to the node, or not in this ' +
        'iteration. `changed_request`: the node would send something else. `unanswered`: the run ended before the answer came.',
    }),
    parameters: Type.Array(Type.String(), {
      description: 'For `changed_request`: the parameters with another value.',
    }),
  },
  { title: 'UnansweredRequest', description: 'A request that has no recorded answer.' },
)

const ShadowRunSchema = Type.Object(
  {
    execution_id: IdSchema,
    started_at: TimestampSchema,
    version_number: nullable(Type.Integer({ description: 'The version that ran.' })),
    result: Type.Enum([...SHADOW_RESULTS], {
      description:
        '`same`: the run would end in the same way and do the same to the outside. `changed`: it would not. `unknown`: it needs an ' +
        'answer that was not recorded. `failed`: the run could not be tried.',
    }),
    message: nullable(
      Type.String({ description: 'Why the run could not be tried, or would not start; otherwise null.' }),
    ),
    before: ShadowOutcomeSchema,
    after: nullable(ShadowOutcomeSchema),
    changes,
    differences: Type.Array(ShadowDifferenceSchema, {
      description: 'Steps with another result, the first difference first, at most 50.',
    }),
    difference_count: Type.Integer({ minimum: 0, description: 'How many steps have another result.' }),
    unanswered: Type.Array(UnansweredRequestSchema, {
      description: 'Requests without a recorded answer, at most 50.',
    }),
    unanswered_count: Type.Integer({ minimum: 0, description: 'How many requests have no recorded answer.' }),
  },
  { title: 'ShadowRun', description: 'What the working copy does with the input of a past run.' },
)

const ShadowReportSchema = Type.Object(
  {
    runs: Type.Array(ShadowRunSchema, { description: 'The runs that were tried, newest first.' }),
    totals: Type.Object(
      {
        same: Type.Integer({ minimum: 0, description: 'Runs with the same outcome.' }),
        changed: Type.Integer({ minimum: 0, description: 'Runs with another outcome.' }),
        unknown: Type.Integer({ minimum: 0, description: 'Runs that need an answer that was not recorded.' }),
        failed: Type.Integer({ minimum: 0, description: 'Runs that could not be tried.' }),
      },
      { title: 'ShadowTotals', description: 'How many of these runs have which result.' },
    ),
  },
  { title: 'ShadowReport', description: 'What would change for runs of the past.' },
)

export type ValueChange = Static<typeof ValueChangeSchema>
export type ShadowDifference = Static<typeof ShadowDifferenceSchema>
export type ShadowStep = Static<typeof ShadowStepSchema>
export type ShadowOutcome = Static<typeof ShadowOutcomeSchema>
export type UnansweredRequest = Static<typeof UnansweredRequestSchema>
export type ShadowRun = Static<typeof ShadowRunSchema>
export type ShadowReport = Static<typeof ShadowReportSchema>

const ShadowRequestSchema = Type.Object(
  {
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SHADOW_COUNT,
        default: MAX_SHADOW_RUNS,
        description:
          'How many of the most recent runs to try. One response has at most 10; ask for the rest with `cursor`.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'The `next_cursor` of the response before: continues with older runs.',
      }),
    ),
    execution_ids: Type.Optional(
      Type.Array(IdSchema, {
        minItems: 1,
        maxItems: MAX_SHADOW_RUNS,
        description: 'Tries these runs of the workflow instead of the most recent ones.',
      }),
    ),
    data: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Adds the outputs that differ. Only with one id in `execution_ids`.',
      }),
    ),
  },
  { title: 'ShadowRequest', description: 'Which runs to try.' },
)

export type ShadowRequest = Static<typeof ShadowRequestSchema>

export const shadowDraft = defineOperation({
  id: 'shadowDraft',
  method: 'POST',
  path: '/workflows/:id/draft/shadow',
  tag: 'Workflows',
  summary: 'Try the working copy on past runs',
  description:
    'Runs the working copy on the inputs of past runs, in memory, and compares the outcomes. Requests to the outside are not sent: a ' +
    'request that equals the recorded one of the same step gets the recorded answer, any other has none. Runs of the working copy and ' +
    'runs that have not ended are left out. A response may have fewer runs than asked for even if more follow.',
  scope: 'executions:write',
  extension: true,
  params: IdParams,
  body: ShadowRequestSchema,
  bodyOptional: true,
  audit: 'never',
  success: {
    status: 200,
    description: 'What would change.',
    data: ShadowReportSchema,
    meta: CursorMetaSchema,
  },
  example: { body: { count: 10 } },
})
