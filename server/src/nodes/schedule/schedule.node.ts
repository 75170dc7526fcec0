import { MISFIRES } from '#domain/index.ts'
import Type from 'typebox'
import { concurrencyParameter } from '#nodes/parameters/concurrency-parameter.ts'
import type { NodeKind } from '#ports/index.ts'
import { scheduleLine } from './schedule-line.ts'
import { readSchedule } from './read-schedule.ts'
import { scheduleParameters } from './schedule-parameters.ts'

export const scheduleNode: NodeKind = {
  type: 'schedule',
  title: 'Schedule',
  summary:
    'Starts a run at scheduled times while the workflow is published. The input of the run contains the scheduled time: `scheduled_at`.',
  family: 'trigger',
  icon: 'calendar-clock',
  keywords: ['cron', 'timer', 'interval', 'every', 'daily', 'weekly', 'trigger'],
  line: scheduleLine,
  parameters: Type.Object({
    ...scheduleParameters,
    misfire: Type.Optional(
      Type.Enum([...MISFIRES], {
        title: 'Missed runs',
        description:
          'What to do about times missed by more than a minute because the service was down. `once`: one run for all of them. `skip`: no runs. `all`: one run for each, but at most for the latest hundred.',
        default: 'once',
      }),
    ),
    concurrency: concurrencyParameter,
  }),
  // Read before a run exists, so there is nothing to evaluate expressions with.
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
