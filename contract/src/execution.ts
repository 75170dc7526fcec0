import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'

export const EXECUTION_STATUSES = ['pending', 'running', 'completed', 'failed'] as const
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number]

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const status = Type.Enum([...EXECUTION_STATUSES], {
  description: '`running` from acceptance, `pending` while parked; `completed` and `failed` are final.',
})

export const LogEntrySchema = Type.Object(
  {
    timestamp: TimestampSchema,
    level: Type.Enum([...LOG_LEVELS], { description: 'How much it matters.' }),
    message: Type.String({ description: 'What happened, in words.' }),
    node_id: nullable(Type.String({ description: 'The node that wrote it; null for the run as a whole.' })),
    data: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Values beside the message.' }),
    ),
  },
  { title: 'LogEntry', description: 'One line of the log of a run.' },
)

export const ExecutionErrorSchema = Type.Object(
  {
    code: Type.String({
      description: 'Such as `NODE_FAILED`, `CANCELLED`, `TIMED_OUT`, or the code a `fail` node gave.',
    }),
    message: Type.String({ description: 'What went wrong, in words.' }),
    node_id: nullable(Type.String({ description: 'The node that failed; null for the run as a whole.' })),
  },
  { title: 'ExecutionError', description: 'Why a run failed.' },
)

export const ExecutionSummarySchema = Type.Object(
  {
    id: IdSchema,
    workflow_id: IdSchema,
    status,
    started_at: TimestampSchema,
    completed_at: nullable(TimestampSchema),
  },
  { title: 'ExecutionSummary', description: 'A run as a list shows it.' },
)

export const ExecutionSchema = Type.Object(
  {
    ...ExecutionSummarySchema.properties,
    output: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The result of the run; {} until it ended.',
    }),
    logs: Type.Array(LogEntrySchema, { description: 'What happened, oldest first.' }),
    input: Type.Record(Type.String(), Type.Unknown(), { description: 'What the run started with.' }),
    error: Type.Union([ExecutionErrorSchema, Type.Null()], {
      description: 'Why it failed; null unless it did.',
    }),
  },
  { title: 'Execution', description: 'One run of a workflow.' },
)

export const AcceptedExecutionSchema = Type.Object(
  { execution_id: IdSchema, status, started_at: TimestampSchema },
  { title: 'AcceptedExecution', description: 'A run that was accepted and is durably stored.' },
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
    'The answer comes after the execution is durably stored. `Prefer: wait=N` (at most 60 seconds) waits for its end: ' +
    'ended in time, the answer is 200 with the whole execution, otherwise the usual 202.',
  scope: 'workflows:execute',
  params: IdParams,
  body: Type.Object(
    {
      input: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'What the run starts with; {} by default.',
        }),
      ),
    },
    { title: 'ExecuteRequest', description: 'May be left out.' },
  ),
  bodyOptional: true,
  success: {
    status: 202,
    description: 'Accepted: it runs, and survives any crash from here on.',
    data: AcceptedExecutionSchema,
    also: [
      {
        status: 200,
        description: 'It ended while the request waited (`Prefer: wait`).',
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

export const listExecutions = defineOperation({
  id: 'listExecutions',
  method: 'GET',
  path: '/workflows/:id/executions',
  tag: 'Executions',
  summary: 'List the executions of a workflow',
  description: 'Newest first.',
  scope: 'executions:read',
  params: IdParams,
  query: Type.Object({
    ...CursorQuery.properties,
    status: Type.Optional(status),
    from: Type.Optional(dateOrDateTime('Started at or after this UTC date or date-time.')),
    to: Type.Optional(dateOrDateTime('Started at or before it; a date means the end of that UTC day.')),
  }),
  success: {
    status: 200,
    description: 'A page of executions.',
    data: Type.Array(ExecutionSummarySchema),
    meta: CursorMetaSchema,
  },
  example: { query: 'status=completed&limit=10' },
})
