/** What recent runs show about a workflow: the web app uses it for previews and statistics. */
import Type, { type Static } from 'typebox'
import { EXECUTION_STATUSES } from './execution.ts'
import { defineOperation } from './operation.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'

const NodeStatisticsSchema = Type.Object(
  {
    node_id: Type.String({ description: 'The node.' }),
    steps: Type.Integer({ minimum: 0, description: 'How many steps it had.' }),
    failed: Type.Integer({ minimum: 0, description: 'How many of them failed.' }),
    retried: Type.Integer({ minimum: 0, description: 'How many of them needed more than one attempt.' }),
    median_ms: nullable(Type.Integer({ description: 'The median duration in milliseconds.' })),
    p95_ms: nullable(Type.Integer({ description: 'The 95th percentile of the duration in milliseconds.' })),
  },
  { title: 'NodeStatistics', description: 'How a node did in recent runs.' },
)

const WorkflowStatisticsSchema = Type.Object(
  {
    runs: Type.Integer({ minimum: 0, description: 'How many runs were read.' }),
    failed: Type.Integer({ minimum: 0, description: 'How many of them failed.' }),
    from: nullable(TimestampSchema),
    nodes: Type.Array(NodeStatisticsSchema, { description: 'The nodes that ran.' }),
  },
  { title: 'WorkflowStatistics', description: 'How a workflow did in its recent runs.' },
)

export type WorkflowStatistics = Static<typeof WorkflowStatisticsSchema>

export const readStatistics = defineOperation({
  id: 'readStatistics',
  method: 'GET',
  path: '/workflows/:id/statistics',
  tag: 'Workflows',
  summary: 'Read the statistics of recent runs',
  description: 'Counts and durations per node over the most recent runs that have ended.',
  scope: 'executions:read',
  extension: true,
  params: IdParams,
  query: Type.Object({
    runs: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 100, description: 'How many runs to read.' }),
    ),
  }),
  success: { status: 200, description: 'The statistics.', data: WorkflowStatisticsSchema },
  example: { query: 'runs=50' },
})

const RunSampleSchema = Type.Object(
  {
    execution_id: IdSchema,
    status: Type.Enum([...EXECUTION_STATUSES], { description: 'The status of the run.' }),
    started_at: TimestampSchema,
    trigger_node_id: nullable(Type.String({ description: 'The trigger that started the run.' })),
    input: Type.Unknown({ description: 'The input of the run.' }),
    outputs: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The outputs of the requested nodes, by node id. In a loop, that of the last iteration.',
    }),
    left_out: Type.Array(Type.String(), {
      description: 'Ids of requested nodes whose output is too large to include; `input` for the input.',
    }),
  },
  { title: 'RunSample', description: 'The recorded data of one run.' },
)

export type RunSample = Static<typeof RunSampleSchema>

export const listSamples = defineOperation({
  id: 'listSamples',
  method: 'GET',
  path: '/workflows/:id/samples',
  tag: 'Workflows',
  summary: 'Read recorded data of recent runs',
  description:
    'The inputs of recent runs and the outputs of the given nodes, newest first, for previews of expressions. ' +
    'Values above 64 KiB are left out, and a response ends after 4 MiB.',
  scope: 'executions:read',
  extension: true,
  params: IdParams,
  query: Type.Object({
    nodes: Type.Optional(
      Type.String({ maxLength: 10_000, description: 'Ids of nodes, separated by commas. Defaults to none.' }),
    ),
    execution_id: Type.Optional(IdSchema),
    runs: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many runs to read.' }),
    ),
  }),
  success: { status: 200, description: 'The samples.', data: Type.Array(RunSampleSchema) },
  example: { query: 'runs=10' },
})
