import Type, { type Static } from 'typebox'
import { ExecutionErrorSchema, ExecutionSummarySchema, ExecutionQuery } from './execution.ts'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema } from './paging.ts'
import { IdSchema, nullable } from './primitives.ts'

/** How executions start. `manual`: in the web app. */
export const EXECUTION_TRIGGERS = [
  'api',
  'manual',
  'schedule',
  'poll',
  'webhook',
  'form',
  'event',
  'workflow',
  'retry',
] as const
export type ExecutionTrigger = (typeof EXECUTION_TRIGGERS)[number]

export const ExecutionOverviewSchema = Type.Object(
  {
    ...ExecutionSummarySchema.properties,
    workflow_name: nullable(Type.String({ description: 'Null if the workflow was deleted.' })),
    trigger: Type.Enum([...EXECUTION_TRIGGERS], { description: 'What started it.' }),
    trigger_node_id: nullable(Type.String({ description: 'The trigger node that started it.' })),
    version_id: IdSchema,
    version_number: nullable(Type.Integer({ description: 'Null if it ran the working copy.' })),
    is_test: Type.Boolean({ description: 'Whether it ran the working copy.' }),
    retry_of: nullable(IdSchema),
    error: Type.Union([ExecutionErrorSchema, Type.Null()], {
      description: 'Why it failed; null unless it failed.',
    }),
  },
  { title: 'ExecutionOverview', description: 'An execution in the list of all executions.' },
)

export type ExecutionOverview = Static<typeof ExecutionOverviewSchema>

const { status, from, to, cursor, limit } = ExecutionQuery.properties

/** Which executions a list contains. */
export const ExecutionFilterSchema = Type.Object(
  {
    status,
    workflow_id: Type.Optional(IdSchema),
    error_code: Type.Optional(
      Type.String({ maxLength: 200, description: 'Only executions that failed with this code.' }),
    ),
    trigger: Type.Optional(
      Type.Enum([...EXECUTION_TRIGGERS], { description: 'Only executions started this way.' }),
    ),
    from,
    to,
  },
  { title: 'ExecutionFilter', description: 'All conditions hold. Without any, every execution matches.' },
)

export type ExecutionFilter = Static<typeof ExecutionFilterSchema>

/** Counts end here, for each status. */
export const MAX_EXECUTION_COUNT = 10_000

export const listAllExecutions = defineOperation({
  id: 'listAllExecutions',
  method: 'GET',
  path: '/executions',
  tag: 'Executions',
  summary: 'List executions of all workflows',
  description: 'Newest first.',
  scope: 'executions:read',
  extension: true,
  query: Type.Object({ cursor, limit, ...ExecutionFilterSchema.properties }),
  success: {
    status: 200,
    description: 'A page of executions.',
    data: Type.Array(ExecutionOverviewSchema),
    meta: CursorMetaSchema,
  },
  example: { query: 'status=failed&limit=10' },
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

const ExecutionCountSchema = Type.Object(
  {
    pending: count('How many wait.'),
    running: count('How many run.'),
    completed: count('How many completed.'),
    failed: count('How many failed or were cancelled.'),
    complete: Type.Boolean({
      description: `False if there are more than ${MAX_EXECUTION_COUNT.toLocaleString('en')} of a status; no more are counted.`,
    }),
  },
  { title: 'ExecutionCount', description: 'How many executions match a filter, by status.' },
)

export const countExecutions = defineOperation({
  id: 'countExecutions',
  method: 'GET',
  path: '/executions/count',
  tag: 'Executions',
  summary: 'Count executions of all workflows',
  description: 'Takes the filters of the list of executions.',
  scope: 'executions:read',
  extension: true,
  query: Type.Object({ ...ExecutionFilterSchema.properties }),
  success: { status: 200, description: 'The counts.', data: ExecutionCountSchema },
  example: { query: 'status=failed' },
})
