import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { IdSchema, nullable, TimestampSchema } from './primitives.ts'

/** The periods that statistics and failures cover, up to now. */
export const PERIODS = ['24h', '7d', '30d'] as const
export type Period = (typeof PERIODS)[number]

export const PeriodSchema = Type.Enum([...PERIODS], {
  default: '7d',
  description: 'The last 24 hours, 7 days or 30 days.',
})

const counts = {
  completed: Type.Integer({ minimum: 0, description: 'Runs that completed.' }),
  failed: Type.Integer({ minimum: 0, description: 'Runs that failed, without cancelled ones.' }),
  cancelled: Type.Integer({ minimum: 0, description: 'Runs that were cancelled.' }),
  median_ms: nullable(
    Type.Integer({
      description: 'The median time from start to end in milliseconds, accurate to about 20 %.',
    }),
  ),
  p95_ms: nullable(Type.Integer({ description: 'The 95th percentile of that time.' })),
}

const RunCountsSchema = Type.Object(counts, {
  title: 'RunCounts',
  description: 'How many runs ended, and how long they took.',
})

const RunCountsAtSchema = Type.Object(
  { at: TimestampSchema, ...counts },
  { title: 'RunCountsAt', description: 'The runs that started in a part of the period.' },
)

const OpenRunsSchema = Type.Object(
  {
    running: Type.Integer({ minimum: 0, description: 'Runs that are in progress, at most 10,000.' }),
    waiting: Type.Integer({
      minimum: 0,
      description: 'Runs that wait for a time, an event or a person, at most 10,000.',
    }),
    oldest_started_at: nullable(TimestampSchema),
  },
  { title: 'OpenRuns', description: 'The runs that have not ended.' },
)

const StatisticsSchema = Type.Object(
  {
    period: PeriodSchema,
    from: TimestampSchema,
    to: TimestampSchema,
    total: RunCountsSchema,
    previous: RunCountsSchema,
    open: OpenRunsSchema,
    series: Type.Array(RunCountsAtSchema, {
      description: 'By hour for 24 hours, by 6 hours for 7 days and by day for 30 days, oldest first.',
    }),
  },
  {
    title: 'Statistics',
    description: 'The runs of a period. `previous` is the period of the same length before it.',
  },
)

export type RunCounts = Static<typeof RunCountsSchema>
export type RunCountsAt = Static<typeof RunCountsAtSchema>
export type Statistics = Static<typeof StatisticsSchema>

export const getStatistics = defineOperation({
  id: 'getStatistics',
  method: 'GET',
  path: '/statistics',
  tag: 'Executions',
  summary: 'Read run counts and durations over time',
  description:
    'Counts the runs that ended, by the time they started. Test runs of a working copy do not count. ' +
    'A run is counted within about 20 seconds of its end.',
  scope: 'executions:read',
  extension: true,
  query: Type.Object({
    period: Type.Optional(PeriodSchema),
    workflow_id: Type.Optional(IdSchema),
  }),
  success: { status: 200, description: 'The statistics.', data: StatisticsSchema },
  example: { query: 'period=24h' },
})
