import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'

export const EXECUTION_STATUSES = ['pending', 'running', 'completed', 'failed'] as const
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number]

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const status = Type.Enum([...EXECUTION_STATUSES], {
  description: '`running` once accepted, `pending` while it waits; `completed` and `failed` are final.',
})

export const LogEntrySchema = Type.Object(
  {
    timestamp: TimestampSchema,
    level: Type.Enum([...LOG_LEVELS], { description: 'The severity.' }),
    message: Type.String({ description: 'What happened.' }),
    node_id: nullable(
      Type.String({ description: 'The node that wrote the entry; null for the run as a whole.' }),
    ),
    data: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Additional values.' })),
  },
  { title: 'LogEntry', description: 'One entry in the log of an execution.' },
)

export const ExecutionErrorSchema = Type.Object(
  {
    code: Type.String({
      description: 'Such as `HTTP_404`, `CANCELLED`, `TIMED_OUT`, or the code of a `fail` node.',
    }),
    message: Type.String({ description: 'What went wrong.' }),
    node_id: nullable(Type.String({ description: 'The node that failed; null for the run as a whole.' })),
  },
  { title: 'ExecutionError', description: 'Why an execution failed.' },
)

export const ExecutionSummarySchema = Type.Object(
  {
    id: IdSchema,
    workflow_id: IdSchema,
    status,
    started_at: TimestampSchema,
    completed_at: nullable(TimestampSchema),
  },
  { title: 'ExecutionSummary', description: 'An execution in a list.' },
)

export const ExecutionSchema = Type.Object(
  {
    ...ExecutionSummarySchema.properties,
    output: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The result; {} until the execution has ended.',
    }),
    logs: Type.Array(LogEntrySchema, { description: 'Log entries, oldest first.' }),
    input: Type.Record(Type.String(), Type.Unknown(), { description: 'The input of the execution.' }),
    error: Type.Union([ExecutionErrorSchema, Type.Null()], {
      description: 'Why it failed; null unless it failed.',
    }),
  },
  { title: 'Execution', description: 'One run of a workflow.' },
)

export const AcceptedExecutionSchema = Type.Object(
  { execution_id: IdSchema, status, started_at: TimestampSchema },
  { title: 'AcceptedExecution', description: 'An execution that was accepted and stored durably.' },
)

export type LogEntry = Static<typeof LogEntrySchema>
export type ExecutionError = Static<typeof ExecutionErrorSchema>
export type ExecutionSummary = Static<typeof ExecutionSummarySchema>
export type Execution = Static<typeof ExecutionSchema>
export type AcceptedExecution = Static<typeof AcceptedExecutionSchema>

export const executeWorkflow = defineOperation({
  id: 'executeWorkflow',
  method: 'POST',
  path: '/workflows/:id/execute',
  tag: 'Executions',
  summary: 'Run a workflow',
  description:
    'The response is sent after the execution is stored durably. With `Prefer: wait=N` (at most 60 seconds) the request waits for the end: ' +
    'if the execution ends in time, the response is 200 with the whole execution, otherwise 202. It is also 202 if the caller loses ' +
    'access while the request waits.',
  scope: 'workflows:execute',
  params: IdParams,
  body: Type.Object(
    {
      input: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'The input of the execution. Defaults to {}.',
        }),
      ),
      draft: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Extension. Runs the working copy instead of the live version, and uses the pinned output of nodes (`pinned_output`) instead of running them.',
        }),
      ),
      until: Type.Optional(
        Type.String({
          maxLength: 1_000,
          description:
            'Extension, only with `draft`: the id of the node to stop after. Nodes that it does not depend on do not run.',
        }),
      ),
      trigger_node_id: Type.Optional(
        Type.String({
          maxLength: 1_000,
          description:
            'Extension, only with `draft`: the trigger whose branch to run. By default, as in a run by API.',
        }),
      ),
    },
    { title: 'ExecuteRequest', description: 'The input of the execution.' },
  ),
  bodyOptional: true,
  audit: 'never',
  success: {
    status: 202,
    description: 'Accepted. From here on the execution survives a crash.',
    data: AcceptedExecutionSchema,
    also: [
      {
        status: 200,
        description: 'The execution ended while the request waited (`Prefer: wait`).',
        data: ExecutionSchema,
      },
    ],
  },
  example: { body: { input: { name: 'Ada' } } },
})

export const getExecution = defineOperation({
  id: 'getExecution',
  method: 'GET',
  path: '/executions/:id',
  tag: 'Executions',
  summary: 'Read an execution',
  scope: 'executions:read',
  params: IdParams,
  success: { status: 200, description: 'The execution with output and logs.', data: ExecutionSchema },
  example: {},
})

const dateOrDateTime = (description: string) =>
  Type.String({ description, maxLength: 64, examples: ['2026-01-31', '2026-01-31T08:30:00Z'] })

export const ExecutionQuery = Type.Object({
  ...CursorQuery.properties,
  status: Type.Optional(status),
  from: Type.Optional(dateOrDateTime('Started at or after this UTC date or date-time.')),
  to: Type.Optional(dateOrDateTime('Started at or before this time; a date means the end of that UTC day.')),
})

export const listExecutions = defineOperation({
  id: 'listExecutions',
  method: 'GET',
  path: '/workflows/:id/executions',
  tag: 'Executions',
  summary: 'List the executions of a workflow',
  description: 'Newest first.',
  scope: 'executions:read',
  params: IdParams,
  query: ExecutionQuery,
  success: {
    status: 200,
    description: 'A page of executions.',
    data: Type.Array(ExecutionSummarySchema),
    meta: CursorMetaSchema,
  },
  example: { query: 'status=completed&limit=10' },
})
