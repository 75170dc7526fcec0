import Type, { type Static } from 'typebox'
import { BulkRunSchema } from './bulk-run.ts'
import { MAX_BULK_RUN } from './limits.ts'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, LongCursorQuery } from './paging.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'
import { PeriodSchema } from './statistics.ts'

/** How many parts of the period the counts over time have. */
export const FAILURE_TREND_LENGTH = 12

const IgnoredSchema = Type.Object(
  {
    until: nullable(TimestampSchema),
    version_number: nullable(
      Type.Integer({ description: 'It is shown again when it happens on a newer version than this.' }),
    ),
  },
  { title: 'IgnoredFailure', description: 'For how long a failure is ignored.' },
)

export const FailureSchema = Type.Object(
  {
    id: IdSchema,
    workflow_id: IdSchema,
    workflow_name: Type.String({ description: 'The name of the workflow.' }),
    node_id: nullable(Type.String({ description: 'The node that failed; null for the run as a whole.' })),
    code: Type.String({ description: 'The error code.' }),
    message: Type.String({ description: 'The message of the first of these failures.' }),
    count: Type.Integer({
      minimum: 0,
      description: 'How many runs of the period failed and were not resumed.',
    }),
    trend: Type.Array(Type.Integer({ minimum: 0 }), {
      description: `The count in ${FAILURE_TREND_LENGTH} equal parts of the period, oldest first.`,
    }),
    first_seen_at: TimestampSchema,
    last_seen_at: TimestampSchema,
    samples: Type.Array(IdSchema, { description: 'The newest failed executions, at most five.' }),
    ignored: Type.Union([IgnoredSchema, Type.Null()], { description: 'Null unless it is ignored.' }),
    bulk_run: Type.Union([BulkRunSchema, Type.Null()], {
      description: 'The bulk run that resumes these executions or did so last.',
    }),
  },
  {
    title: 'Failure',
    description:
      'Failed executions of one workflow with the same cause: the same node, error code and message. Numbers and identifiers in the message do not matter.',
  },
)

export type Failure = Static<typeof FailureSchema>

export const listFailures = defineOperation({
  id: 'listFailures',
  method: 'GET',
  path: '/failures',
  tag: 'Failures',
  summary: 'List failures by cause',
  description:
    'Groups the failed executions of a period that have not been resumed, the most frequent cause first. Cancelled executions and ' +
    'test runs do not count. A sub-workflow that its caller waits for counts as a failure of the caller. The pages after the first ' +
    'count the executions that had started when the first was read, so that new ones move no cause from page to page.',
  scope: 'executions:read',
  extension: true,
  query: Type.Object({
    ...LongCursorQuery.properties,
    period: Type.Optional(PeriodSchema),
    workflow_id: Type.Optional(IdSchema),
    state: Type.Optional(
      Type.Enum(['open', 'ignored'], { default: 'open', description: 'Whether to list the ignored ones.' }),
    ),
  }),
  success: {
    status: 200,
    description: 'A page of failures.',
    data: Type.Array(FailureSchema),
    meta: CursorMetaSchema,
  },
  example: { query: 'period=30d' },
})

export const updateFailure = defineOperation({
  id: 'updateFailure',
  method: 'PATCH',
  path: '/failures/:id',
  tag: 'Failures',
  summary: 'Ignore a failure',
  description:
    'An ignored failure is not listed. It returns when it happens on a newer version of the workflow or, with `hours`, after that time.',
  scope: 'executions:write',
  extension: true,
  params: IdParams,
  body: Type.Object(
    {
      ignored: Type.Boolean({ description: 'Whether it is ignored.' }),
      hours: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 720,
          description: 'Ignores it for this time, whatever the version. Only with `ignored: true`.',
        }),
      ),
    },
    { title: 'FailureUpdate', description: 'Whether and for how long to ignore it.' },
  ),
  success: { status: 200, description: 'The failure, over 30 days.', data: FailureSchema },
  example: { body: { ignored: false } },
})

export const resumeFailure = defineOperation({
  id: 'resumeFailure',
  method: 'POST',
  path: '/failures/:id/resume',
  tag: 'Failures',
  summary: 'Resume the executions of a failure',
  description:
    'Resumes one of the executions first. If it completes, the rest follow, a few at a time; if it fails again, nothing else is started. ' +
    'Each is a retry from the failed step: recorded results are kept. The bulk run continues after a restart of the service and never ' +
    `resumes an execution twice. At most ${MAX_BULK_RUN.toLocaleString('en')} executions. Refused with 409 while another bulk run for this failure is in progress, or if there is nothing to resume.`,
  scope: 'executions:write',
  extension: true,
  params: IdParams,
  body: Type.Object(
    {
      period: Type.Optional(PeriodSchema),
      version: Type.Optional(
        Type.Enum(['current', 'original'], {
          default: 'current',
          description: 'The version to run on: the current one, or that of each execution.',
        }),
      ),
    },
    { title: 'ResumeRequest', description: 'Which executions to resume, and on which version.' },
  ),
  bodyOptional: true,
  success: { status: 202, description: 'The bulk run, accepted.', data: BulkRunSchema },
  example: { body: { period: '30d' } },
})
