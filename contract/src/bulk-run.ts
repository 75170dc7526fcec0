import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'

export const BULK_RUN_STATUSES = ['trying', 'running', 'completed', 'trial_failed', 'stopped'] as const
export type BulkRunStatus = (typeof BULK_RUN_STATUSES)[number]

/** The most executions that one bulk run resumes. */
export const MAX_BULK_RUN = 10_000

export const BulkRunSchema = Type.Object(
  {
    id: IdSchema,
    failure_id: IdSchema,
    workflow_id: IdSchema,
    cause: Type.String({ description: 'The message of the failure.' }),
    status: Type.Enum([...BULK_RUN_STATUSES], {
      description:
        '`trying` until the first execution has ended, then `running`. `trial_failed`: the first one failed again and no other was started.',
    }),
    version: Type.Enum(['current', 'original'], { description: 'The version that the executions run on.' }),
    total: Type.Integer({ minimum: 0, description: 'How many executions it resumes.' }),
    started: Type.Integer({ minimum: 0, description: 'How many it has started so far.' }),
    completed: Type.Integer({ minimum: 0, description: 'How many of those completed.' }),
    failed: Type.Integer({ minimum: 0, description: 'How many of those failed.' }),
    skipped: Type.Integer({
      minimum: 0,
      description: 'How many were left out: resumed by somebody else, deleted, or impossible to resume.',
    }),
    trial_execution_id: nullable(IdSchema),
    message: nullable(Type.String({ description: 'Why it ended early; null if it did not.' })),
    created_at: TimestampSchema,
    ended_at: nullable(TimestampSchema),
  },
  { title: 'BulkRun', description: 'Many failed executions, resumed one after another.' },
)

export type BulkRun = Static<typeof BulkRunSchema>

export const listBulkRuns = defineOperation({
  id: 'listBulkRuns',
  method: 'GET',
  path: '/bulk-runs',
  tag: 'Failures',
  summary: 'List bulk runs',
  description: 'The 50 newest, newest first.',
  scope: 'executions:read',
  extension: true,
  success: { status: 200, description: 'The bulk runs.', data: Type.Array(BulkRunSchema) },
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
    'Starts no further execution. Those that were started go on; cancel them one by one if you need to. Stopping a bulk run that has ended changes nothing.',
  scope: 'executions:write',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'The bulk run.', data: BulkRunSchema },
  example: {},
})
