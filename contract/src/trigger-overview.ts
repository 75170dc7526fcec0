import Type, { type Static } from 'typebox'
import { EXECUTION_STATUSES } from './execution.ts'
import { defineOperation } from './operation.ts'
import { AllPausedSchema } from './pause.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { PollStatusSchema } from './poll.ts'
import { IdSchema, nullable, textSchema, TimestampSchema } from './primitives.ts'
import { PERIODS } from './statistics.ts'
import { TRIGGER_KINDS } from './trigger.ts'
import { WORKFLOW_STATUSES } from './workflow.ts'

const TRIGGER_STATES = ['active', 'paused', 'inactive'] as const
export type TriggerOverviewState = (typeof TRIGGER_STATES)[number]

/** `inbound`: everything but schedules. */
const TRIGGER_KIND_FILTERS = [...TRIGGER_KINDS, 'inbound'] as const
export type TriggerKindFilter = (typeof TRIGGER_KIND_FILTERS)[number]
const TRIGGER_STATE_FILTERS = [...TRIGGER_STATES, 'problem'] as const

const TRIGGER_PROBLEMS = [
  'not_published',
  'disabled',
  'invalid',
  'form_missing',
  'credential_missing',
  'credential_failing',
  'last_run_failed',
  'last_call_refused',
  'poll_failing',
  'never_called',
] as const

/** Why an inbound webhook refused a call. */
const CALL_REFUSALS = ['unauthorized', 'method', 'rate_limited', 'invalid', 'paused', 'inactive'] as const
export type CallRefusal = (typeof CALL_REFUSALS)[number]

/** Where counts of calls end. */
export const MAX_COUNTED_CALLS = 1_000
/** Where counts of missed times end. */
export const MAX_MISSED_TIMES = 100
/** The most times that a plan lists one by one. */
export const MAX_PLANNED_TIMES = 120
const MAX_LAST_CALLS = 5

const periodSchema = Type.Enum([...PERIODS], {
  default: '24h',
  description: 'How far to plan: 24 hours, 7 days or 30 days from `from`.',
})
const fromSchema = Type.String({
  maxLength: 40,
  description: 'Where the plan begins: a time or a date. Default: now.',
  examples: ['2026-03-29T00:00:00Z'],
})
const RangeQuery = { period: Type.Optional(periodSchema), from: Type.Optional(fromSchema) }

const PlannedBandSchema = Type.Object(
  {
    from: TimestampSchema,
    to: TimestampSchema,
    runs: Type.Integer({ minimum: 1, description: 'About how many runs start in it.' }),
  },
  { title: 'PlannedBand', description: 'A part of the period in which many runs start.' },
)

const RunPlanSchema = Type.Object(
  {
    times: Type.Array(TimestampSchema, {
      maxItems: MAX_PLANNED_TIMES,
      description: 'The scheduled times of the period; empty if there are too many to list.',
    }),
    bands: Type.Array(PlannedBandSchema, {
      description: 'If there are too many times to list: the parts of the period in which runs start.',
    }),
    runs: Type.Integer({
      minimum: 0,
      description: 'How many runs start in the period. If `times` is empty, an estimate.',
    }),
  },
  { title: 'RunPlan', description: 'When a schedule starts runs in a period.' },
)

const TriggerProblemSchema = Type.Object(
  {
    code: Type.Enum([...TRIGGER_PROBLEMS], { description: 'What is wrong.' }),
    severity: Type.Enum(['error', 'warning', 'info'], {
      description: '`error`: runs do not start or fail. `warning`: look at it. `info`: nothing is broken.',
    }),
    message: Type.String({ description: 'What is wrong, as a sentence.' }),
    execution_id: Type.Optional(IdSchema),
    credential_id: Type.Optional(IdSchema),
  },
  { title: 'TriggerProblem', description: 'Something about a trigger that a person should know.' },
)

export type TriggerProblem = Static<typeof TriggerProblemSchema>

const TriggerPauseSchema = Type.Object(
  {
    at: TimestampSchema,
    by: Type.String({ description: 'Who paused it.' }),
    missed: Type.Integer({
      minimum: 0,
      maximum: MAX_MISSED_TIMES,
      description: `For a schedule: how many times have passed since, at most ${MAX_MISSED_TIMES}.`,
    }),
    runs_on_resume: Type.Integer({
      minimum: 0,
      description:
        'For a schedule: how many runs start at once if it is resumed now with `missed: "schedule"`.',
    }),
  },
  { title: 'TriggerPause', description: 'Since when a trigger is paused.' },
)

const TriggerCallSchema = Type.Object(
  {
    execution_id: IdSchema,
    at: TimestampSchema,
    status: Type.Enum([...EXECUTION_STATUSES], { description: 'The status of the run.' }),
  },
  { title: 'TriggerCall', description: 'A run that the trigger started.' },
)

const TriggerRefusalSchema = Type.Object(
  {
    at: TimestampSchema,
    reason: Type.Enum([...CALL_REFUSALS], { description: 'Why it was refused.' }),
  },
  { title: 'TriggerRefusal', description: 'A call that started no run.' },
)

const TriggerOverviewSchema = Type.Object(
  {
    id: IdSchema,
    workflow_id: IdSchema,
    workflow_name: Type.String({ description: 'The name of the workflow.' }),
    workflow_status: Type.Enum([...WORKFLOW_STATUSES], { description: 'The status of the workflow.' }),
    node_id: Type.String({ description: 'The trigger node.' }),
    kind: Type.Enum([...TRIGGER_KINDS], { description: 'The type of the trigger.' }),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'The parameters of the node.' }),
    state: Type.Enum([...TRIGGER_STATES], {
      description:
        '`active`: it starts runs. `paused`: somebody paused it. `inactive`: the workflow is a draft, the node is disabled or it has a problem.',
    }),
    pause: nullable(TriggerPauseSchema),
    problems: Type.Array(TriggerProblemSchema, { description: 'Most serious first.' }),
    next_run_at: nullable(TimestampSchema),
    plan: Type.Optional(RunPlanSchema),
    poll: Type.Optional(PollStatusSchema),
    url: Type.Optional(
      Type.String({
        description:
          'For an inbound webhook: the URL that starts executions. Shown only with the scope `workflows:write` or `workflows:execute`.',
      }),
    ),
    form: Type.Optional(
      Type.Object(
        { id: IdSchema, name: Type.String({ description: 'The name of the form.' }) },
        { title: 'TriggerForm', description: 'The form whose submissions start runs.' },
      ),
    ),
    last_calls: Type.Array(TriggerCallSchema, {
      maxItems: MAX_LAST_CALLS,
      description: `The latest runs that it started, newest first, at most ${MAX_LAST_CALLS}.`,
    }),
    last_refusal: nullable(TriggerRefusalSchema),
    calls: Type.Object(
      {
        total: Type.Integer({ minimum: 0, description: 'Runs that it started.' }),
        failed: Type.Integer({ minimum: 0, description: 'Those that failed.' }),
      },
      {
        title: 'TriggerCalls',
        description: `The runs of the last 24 hours; each number is at most ${MAX_COUNTED_CALLS}.`,
      },
    ),
  },
  { title: 'TriggerOverview', description: 'A trigger in the list of all triggers.' },
)

export type TriggerOverview = Static<typeof TriggerOverviewSchema>

export const listAllTriggers = defineOperation({
  id: 'listAllTriggers',
  method: 'GET',
  path: '/triggers',
  tag: 'Workflows',
  summary: 'List the triggers of all workflows',
  description:
    'By name of the workflow. Schedules and polls come with the times of a period, all with the last runs that they started. ' +
    'With `state=problem`, a page may have fewer items than `limit` although there are more.',
  scope: 'workflows:read',
  extension: true,
  query: Type.Object({
    ...CursorQuery.properties,
    ...RangeQuery,
    kind: Type.Optional(
      Type.Enum([...TRIGGER_KIND_FILTERS], {
        description: 'Only triggers of this type; `inbound` means all but schedules.',
      }),
    ),
    state: Type.Optional(
      Type.Enum([...TRIGGER_STATE_FILTERS], {
        description: 'Only triggers in this state; `problem` means those with an error or a warning.',
      }),
    ),
    search: Type.Optional(
      textSchema({ maxLength: 200, description: 'Part of the name of the workflow. Case is ignored.' }),
    ),
    workflow_id: Type.Optional(IdSchema),
  }),
  success: {
    status: 200,
    description: 'A page of triggers.',
    data: Type.Array(TriggerOverviewSchema),
    meta: CursorMetaSchema,
  },
  example: { query: 'kind=schedule&period=7d&limit=10' },
})

const TriggerSummarySchema = Type.Object(
  {
    from: TimestampSchema,
    to: TimestampSchema,
    active: Type.Integer({ minimum: 0, description: 'Triggers that start runs.' }),
    paused: Type.Integer({ minimum: 0, description: 'Triggers that somebody paused.' }),
    inactive: Type.Integer({ minimum: 0, description: 'Triggers that start nothing.' }),
    all_paused: nullable(AllPausedSchema),
    load: Type.Array(
      Type.Object(
        {
          at: TimestampSchema,
          runs: Type.Integer({ minimum: 0, description: 'About how many runs start.' }),
          schedules: Type.Integer({ minimum: 0, description: 'How many schedules start them.' }),
        },
        { title: 'PlannedLoad', description: 'The scheduled runs of a part of the period.' },
      ),
      {
        description: 'Parts of equal length: 30 minutes of 24 hours, 3 hours of 7 days, 12 hours of 30 days.',
      },
    ),
    is_complete: Type.Boolean({
      description: 'False if there are more schedules than were planned in time. Ask again to continue.',
    }),
  },
  { title: 'TriggerSummary', description: 'The triggers of all workflows together.' },
)

export type TriggerSummary = Static<typeof TriggerSummarySchema>

export const getTriggerSummary = defineOperation({
  id: 'getTriggerSummary',
  method: 'GET',
  path: '/triggers/summary',
  tag: 'Workflows',
  summary: 'Read how many triggers there are and when their runs start',
  description: 'Adds up the plans of the active schedules, so that crowded hours show.',
  scope: 'workflows:read',
  extension: true,
  query: Type.Object(RangeQuery),
  success: { status: 200, description: 'The summary.', data: TriggerSummarySchema },
  example: { query: 'period=24h' },
})

const UpdatedTriggerSchema = Type.Object(
  {
    workflow_id: IdSchema,
    node_id: Type.String({ description: 'The trigger node.' }),
    state: TriggerOverviewSchema.properties.state,
    pause: nullable(TriggerPauseSchema),
    next_run_at: nullable(TimestampSchema),
  },
  { title: 'UpdatedTrigger', description: 'A trigger that was paused or resumed.' },
)

export const updateTrigger = defineOperation({
  id: 'updateTrigger',
  method: 'PATCH',
  path: '/workflows/:id/triggers/:node_id',
  tag: 'Workflows',
  summary: 'Pause or resume a trigger',
  description:
    'A paused trigger starts no runs; runs in progress continue. It stays paused when the workflow is edited or published. ' +
    'Calls to a paused inbound webhook are answered with 503. Submissions and events that happen meanwhile start nothing, ' +
    'also after it is resumed. The times that a schedule missed are treated as `missed` says.',
  scope: 'workflows:write',
  extension: true,
  params: Type.Object({
    id: IdSchema,
    node_id: Type.String({ maxLength: 1_000, description: 'The trigger node.' }),
  }),
  body: Type.Object(
    {
      paused: Type.Boolean({ description: 'Whether it is paused.' }),
      missed: Type.Optional(
        Type.Enum(['schedule', 'skip'], {
          default: 'schedule',
          description:
            'When a schedule is resumed: `schedule` treats missed times as its `misfire` says, `skip` starts no run for them. A poll polls at once, or with `skip` at its next time.',
        }),
      ),
    },
    { title: 'TriggerChanges', description: 'What to change.' },
  ),
  success: { status: 200, description: 'The trigger.', data: UpdatedTriggerSchema },
  example: { body: { paused: true } },
})
