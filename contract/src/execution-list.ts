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

export const listAllExecutions = defineOperation({
  id: 'listAllExecutions',
  method: 'GET',
  path: '/executions',
  tag: 'Executions',
  summary: 'List executions of all workflows',
  description: 'Newest first.',
  scope: 'executions:read',
  extension: true,
  query: Type.Object({
    cursor,
    limit,
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
  }),
  success: {
    status: 200,
    description: 'A page of executions.',
    data: Type.Array(ExecutionOverviewSchema),
    meta: CursorMetaSchema,
  },
  example: { query: 'status=failed&limit=10' },
})
