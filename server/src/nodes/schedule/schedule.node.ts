import Type from 'typebox'
import { MISFIRES } from '#domain/schedule/schedule.ts'
import { concurrencyParameter } from '#nodes/parameters/concurrency-parameter.ts'
import type { NodeKind } from '#ports/node-kind.ts'
import { MOST_EVERY_SECONDS, MOST_JITTER_SECONDS, readSchedule } from './read-schedule.ts'

export const scheduleNode: NodeKind = {
  type: 'schedule',
  title: 'Schedule',
  summary:
    'Starts a run at set times while the workflow is published. The input of the run tells which time it was: `scheduled_at`.',
  group: 'trigger',
  parameters: Type.Object({
    cron: Type.Optional(
      Type.Unknown({
        title: 'Cron',
        description:
          'Five fields (minute, hour, day of the month, month, day of the week), or six with the seconds before them; several in lines, or as a list. Times that clocks show twice run once; times that clocks skip run when they jump.',
        examples: ['0 9 * * MON-FRI'],
      }),
    ),
    every_seconds: Type.Optional(
      Type.Number({
        title: 'Every so many seconds',
        description:
          'Instead of cron. Counted from `start`, or from 1970: every 3,600 seconds is on the full hour UTC.',
        minimum: 1,
        maximum: MOST_EVERY_SECONDS,
        examples: [300],
      }),
    ),
    timezone: Type.Optional(
      Type.String({
        title: 'Time zone',
        description: 'Whose clocks cron goes by, such as `Europe/Berlin`.',
        default: 'UTC',
      }),
    ),
    start: Type.Optional(
      Type.String({
        title: 'Start',
        description: 'No run before this time. Without an offset it is a time in the time zone.',
        examples: ['2026-01-31T08:30:00Z'],
      }),
    ),
    end: Type.Optional(Type.String({ title: 'End', description: 'No run after this time.' })),
    jitter_seconds: Type.Optional(
      Type.Number({
        title: 'Jitter in seconds',
        description:
          'Each run begins later by a part of this, so that not everything begins at once. `scheduled_at` stays the exact time.',
        minimum: 0,
        maximum: MOST_JITTER_SECONDS,
        default: 0,
      }),
    ),
    misfire: Type.Optional(
      Type.Enum([...MISFIRES], {
        title: 'Missed runs',
        description:
          'What becomes of times that were missed by more than a minute, because the service was down. `once`: one run makes up for all of them. `skip`: none does. `all`: each does, the latest hundred at most.',
        default: 'once',
      }),
    ),
    concurrency: concurrencyParameter,
  }),
  // There is no run yet whose data an expression could read.
  literals: ['cron', 'every_seconds', 'timezone', 'start', 'end', 'jitter_seconds', 'misfire', 'concurrency'],
  output: 'The input of the run: `{scheduled_at, fired_at}`, both ISO 8601 in UTC.',
  example: { data: { cron: '0 9 * * MON-FRI', timezone: 'Europe/Berlin' } },
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  check(data) {
    const read = readSchedule(data)
    return read.ok ? [] : read.problems
  },
  run: ({ previous }) => ({ ok: true, output: previous }),
}
