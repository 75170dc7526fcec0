import Type, { type Static } from 'typebox'
import { ExecutionFilterSchema } from './execution-list.ts'
import { MAX_BULK_RUN } from './limits.ts'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'

export const BULK_RUN_STATUSES = ['trying', 'running', 'completed', 'trial_failed', 'stopped'] as const
export type BulkRunStatus = (typeof BULK_RUN_STATUSES)[number]

export const BULK_RUN_KINDS = ['resume', 'cancel'] as const
export type BulkRunKind = (typeof BULK_RUN_KINDS)[number]

/** The most reasons that a bulk run lists. */
export const MAX_SKIP_REASONS = 10

const kind = Type.Enum([...BULK_RUN_KINDS], { description: 'What happens to the executions.' })

const SkipReasonSchema = Type.Object(
  {
    message: Type.String({ description: 'Why they were left out.' }),
    count: Type.Integer({ minimum: 1, description: 'How many executions.' }),
  },
  { title: 'SkipReason', description: 'Why a bulk run left executions out.' },
)

export const BulkRunSchema = Type.Object(
  {
    id: IdSchema,
    kind,
    failure_id: nullable(IdSchema),
    workflow_id: nullable(IdSchema),
    cause: Type.String({ description: 'The message of the failure, or which executions were chosen.' }),
    status: Type.Enum([...BULK_RUN_STATUSES], {
      description:
        '`trying` until the first execution of a failure has ended, then `running`. `trial_failed`: the first one failed again and no other was started.',
    }),
    version: Type.Enum(['current', 'original'], {
      description: 'The version that resumed executions run on.',
    }),
    total: Type.Integer({ minimum: 0, description: 'How many executions it has, including those it skips.' }),
    started: Type.Integer({ minimum: 0, description: 'How many it has resumed or cancelled so far.' }),
    completed: Type.Integer({ minimum: 0, description: 'How many of the resumed ones completed.' }),
    failed: Type.Integer({ minimum: 0, description: 'How many of the resumed ones failed.' }),
    skipped: Type.Integer({
      minimum: 0,
      description:
        'How many were left out: resumed by somebody else, deleted, or in a state that does not allow it.',
    }),
    skip_reasons: Type.Array(SkipReasonSchema, {
      description: `Why they were left out, the most frequent reason first, at most ${MAX_SKIP_REASONS}.`,
    }),
    trial_execution_id: nullable(IdSchema),
    message: nullable(Type.String({ description: 'Why it ended early; null if it did not.' })),
    created_at: TimestampSchema,
    ended_at: nullable(TimestampSchema),
  },
  { title: 'BulkRun', description: 'Many executions, resumed or cancelled one after another.' },
)

export type BulkRun = Static<typeof BulkRunSchema>

const BulkRunRequestSchema = Type.Object(
  {
    kind,
    execution_ids: Type.Optional(
      Type.Array(IdSchema, {
        minItems: 1,
        maxItems: MAX_BULK_RUN,
        description: 'The executions. Either these or a filter.',
      }),
    ),
    filter: Type.Optional(ExecutionFilterSchema),
    version: Type.Optional(
      Type.Enum(['current', 'original'], {
        default: 'current',
        description: 'Only with `resume`: the version to run on, the current one or that of each execution.',
      }),
    ),
  },
  { title: 'BulkRunRequest', description: 'What to do with which executions.' },
)

export type BulkRunRequest = Static<typeof BulkRunRequestSchema>

export const createBulkRun = defineOperation({
  id: 'createBulkRun',
  method: 'POST',
  path: '/bulk-runs',
  tag: 'Failures',
  summary: 'Resume or cancel many executions',
  description:
    'Name the executions in `execution_ids`, or send a `filter` as in the list of executions. `cancel` ends open executions, `resume` ' +
    'retries failed ones from the failed step. Everything else is skipped and counted with the reason: executions that have ended, that ' +
    'were resumed before, test runs, and sub-workflows whose caller waits for them. A filter chooses the executions that match it now, ' +
    `at most the newest ${MAX_BULK_RUN.toLocaleString('en')} that can be resumed or cancelled. The bulk run continues after a restart of the ` +
    'service and never resumes an execution twice.',
  scope: 'executions:write',
  extension: true,
  body: BulkRunRequestSchema,
  success: { status: 202, description: 'The bulk run, accepted.', data: BulkRunSchema },
  example: { body: { kind: 'cancel', filter: { status: 'pending', to: '2026-01-31' } } },
})

export const listBulkRuns = defineOperation({
  id: 'listBulkRuns',
  method: 'GET',
  path: '/bulk-runs',
  tag: 'Failures',
  summary: 'List bulk runs',
  description: 'Newest first.',
  scope: 'executions:read',
  extension: true,
  query: CursorQuery,
  success: {
    status: 200,
    description: 'A page of bulk runs.',
    data: Type.Array(BulkRunSchema),
    meta: CursorMetaSchema,
  },
  example: {},
})

export const getBulkRun = defineOperation({
  id: 'getBulkRun',
  method: 'GET',
  path: '/bulk-runs/:id',
  tag: 'Failures',
  summary: 'Read the progress of a bulk run',
  scope: 'executions:read',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'The bulk run.', data: BulkRunSchema },
  example: {},
})

export const stopBulkRun = defineOperation({
  id: 'stopBulkRun',
  method: 'POST',
  path: '/bulk-runs/:id/stop',
  tag: 'Failures',
  summary: 'Stop a bulk run',
  description:
    'Resumes or cancels no further execution. Those that were resumed go on. Stopping a bulk run that has ended changes nothing.',
  scope: 'executions:write',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'The bulk run.', data: BulkRunSchema },
  example: {},
})
