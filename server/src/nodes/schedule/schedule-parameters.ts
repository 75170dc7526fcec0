import Type from 'typebox'
import { MAX_EVERY_SECONDS, MAX_JITTER_SECONDS } from './read-schedule.ts'

/** When something runs. Shared by all triggers with a schedule; these parameters must be among their `literals`. */
export const scheduleParameters = {
  cron: Type.Optional(
    Type.Unknown({
      title: 'Cron',
      'x-format': 'cron',
      description:
        'A cron expression with five fields (minute, hour, day of the month, month, day of the week), or with six, beginning with seconds. You can set several, on separate lines or as a list. When clocks go back, a time that occurs twice runs once; when clocks go forward, a skipped time runs at the moment of the change.',
      examples: ['0 9 * * MON-FRI'],
    }),
  ),
  every_seconds: Type.Optional(
    Type.Number({
      title: 'Interval in seconds',
      'x-instead-of': 'cron',
      description:
        'Instead of `cron`: the interval between runs, counted from `start` or from 1970. An interval of 3,600 seconds runs on the hour, UTC.',
      minimum: 1,
      maximum: MAX_EVERY_SECONDS,
      examples: [300],
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      title: 'Time zone',
      'x-format': 'timezone',
      'x-when': { cron: true },
      examples: ['Europe/Berlin'],
      description: 'The time zone of `cron`, such as `Europe/Berlin`.',
      default: 'UTC',
    }),
  ),
  start: Type.Optional(
    Type.String({
      title: 'Start',
      'x-format': 'date-time',
      description: 'No runs start before this time. A time without an offset is in `timezone`.',
      examples: ['2026-01-31T08:30:00Z'],
    }),
  ),
  end: Type.Optional(
    Type.String({
      title: 'End',
      description: 'No runs start after this time.',
      'x-format': 'date-time',
      examples: ['2026-12-31T17:00:00Z'],
    }),
  ),
  jitter_seconds: Type.Optional(
    Type.Number({
      title: 'Jitter in seconds',
      description:
        'Delays each run by up to this many seconds, to spread the load. `scheduled_at` remains the exact time.',
      minimum: 0,
      maximum: MAX_JITTER_SECONDS,
      default: 0,
    }),
  ),
}
