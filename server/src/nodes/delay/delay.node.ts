import Type from 'typebox'
import { type JsonObject, type JsonValue, nameJsonType } from '#domain/json.ts'
import { parseDate } from '#expressions/dates/parse-date.ts'
import { readSeconds, YEAR_SECONDS } from '#nodes/parameters/read-seconds.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeFailed, NodeKind } from '#ports/node-kind.ts'

/** Numbers below are seconds that were taken for milliseconds: as those they would lie in the first months of 1970. */
const LEAST_MILLISECONDS = 1e11
const MOST_MILLISECONDS = Date.UTC(9999, 11, 31)

const EXACTLY_ONE = 'either `seconds` or `until` must be given, and not both.'

export const delayNode: NodeKind = {
  type: 'delay',
  title: 'Delay',
  summary:
    'Waits for some time, or until a moment, then passes on what came in. A run that waits costs nothing and survives a restart.',
  group: 'core',
  parameters: Type.Object({
    seconds: Type.Optional(
      Type.Unknown({
        title: 'Seconds',
        description: 'How long to wait: a number of seconds, fractions allowed, up to a year (31,536,000).',
        examples: [60],
      }),
    ),
    until: Type.Optional(
      Type.Unknown({
        title: 'Until',
        description:
          'Instead of seconds: a date or time such as `2026-01-31T08:30:00+01:00` (UTC where it names no zone), an expression that gives one, or milliseconds since 1970. When it has passed already the run goes on at once.',
      }),
    ),
  }),
  output: 'The input, unchanged.',
  example: { data: { seconds: 60 } },
  handles: ['main'],
  hasEffect: false,
  check: ({ seconds, until }) =>
    (seconds === undefined) === (until === undefined)
      ? [{ parameter: seconds === undefined ? 'seconds' : 'until', message: EXACTLY_ONE }]
      : [],
  run({ parameters, previous, now }) {
    const until = readEnd(parameters, now)
    if (typeof until !== 'number') return until
    return until <= now ? { ok: true, output: previous } : { wait: { for: 'timer', until } }
  },
}

function readEnd({ seconds, until }: JsonObject, now: number): number | NodeFailed {
  if ((seconds === undefined) === (until === undefined)) return refuseParameter(`For a delay ${EXACTLY_ONE}`)
  if (seconds === undefined) return readMoment(until ?? null)
  const duration = readSeconds(seconds)
  if (duration !== undefined) return now + Math.ceil(duration * 1000)
  return refuseParameter(
    `The parameter \`seconds\` must be a number from 0 to ${YEAR_SECONDS} and is ${describe(seconds)}.`,
  )
}

function readMoment(until: JsonValue): number | NodeFailed {
  const moment = typeof until === 'string' ? parseDate(until, 'UTC') : until
  if (typeof moment !== 'number' || moment > MOST_MILLISECONDS) {
    return refuseParameter(
      `The parameter \`until\` must be a time such as 2026-01-31T08:30:00Z and is ${describe(until)}.`,
    )
  }
  if (typeof until === 'number' && until < LEAST_MILLISECONDS) {
    return refuseParameter(
      `The parameter \`until\` counts milliseconds since 1970; ${until} looks like seconds. Multiply it by 1000.`,
    )
  }
  return Math.ceil(moment)
}

function describe(value: JsonValue): string {
  return typeof value === 'string' || typeof value === 'number'
    ? JSON.stringify(value).slice(0, 100)
    : nameJsonType(value)
}
