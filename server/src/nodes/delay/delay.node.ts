import Type from 'typebox'
import { type JsonObject, type JsonValue, nameJsonType } from '#domain/index.ts'
import { parseDate } from '@millrace/expressions'
import { readSeconds, YEAR_SECONDS } from '#nodes/parameters/read-seconds.ts'
import { isFixed, toFinding } from '#nodes/parameters/review-constants.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import { bare, duration } from '#nodes/parameters/line-parts.ts'
import type { NodeFailed, NodeKind } from '#ports/index.ts'

/** Smaller numbers are probably seconds: as milliseconds they would be a time before March 1973. */
const MIN_MILLISECONDS = 1e11
const MAX_MILLISECONDS = Date.UTC(9999, 11, 31)

const NEITHER = 'set `seconds` or `until`.'
const BOTH = 'set either `seconds` or `until`, not both.'

export const delayNode: NodeKind = {
  type: 'delay',
  title: 'Delay',
  summary:
    'Waits for a duration or until a point in time, then passes its input through. A waiting run uses no resources and survives a restart.',
  family: 'flow',
  icon: 'timer',
  keywords: ['wait', 'sleep', 'pause', 'later', 'delay until'],
  line: `{{ data.until == null ? ${duration('data.seconds')} : "until " + ${bare('data.until')} }}`,
  parameters: Type.Object({
    seconds: Type.Optional(
      Type.Unknown({
        title: 'Seconds',
        description: 'How long to wait, in seconds. Fractions are allowed. At most one year (31,536,000).',
        examples: [60],
      }),
    ),
    until: Type.Optional(
      Type.Unknown({
        title: 'Until',
        'x-format': 'date-time',
        'x-instead-of': 'seconds',
        examples: ['2026-01-31T08:30:00+01:00'],
        description:
          'Instead of `seconds`: a date or time such as `2026-01-31T08:30:00+01:00` (UTC if it has no offset), an expression that returns one, or milliseconds since 1970. If the time has already passed, the run continues immediately.',
      }),
    ),
  }),
  output: 'The input, unchanged.',
  example: { data: { seconds: 60 } },
  handles: ['main'],
  hasEffect: false,
  check: ({ seconds, until }) =>
    (seconds === undefined) === (until === undefined)
      ? [
          seconds === undefined
            ? { parameter: 'seconds', message: NEITHER }
            : { parameter: 'until', message: BOTH },
        ]
      : [],
  review(data) {
    const [parameter, value] =
      data['seconds'] === undefined ? ['until', data['until']] : ['seconds', data['seconds']]
    if ((data['seconds'] === undefined) === (data['until'] === undefined) || !isFixed(value)) return []
    const end = readEnd(data, 0)
    return typeof end === 'number' ? [] : [toFinding(parameter, end)]
  },
  run({ parameters, previous, now }) {
    const until = readEnd(parameters, now)
    if (typeof until !== 'number') return until
    if (until <= now) return { ok: true, output: previous }
    return { wait: { for: 'timer', until, ...(parameters['seconds'] === undefined && { isFixed: true }) } }
  },
}

function readEnd({ seconds, until }: JsonObject, now: number): number | NodeFailed {
  if ((seconds === undefined) === (until === undefined))
    return refuseParameter(`In a \`delay\` node, ${seconds === undefined ? NEITHER : BOTH}`)
  if (seconds === undefined) return readMoment(until ?? null)
  const duration = readSeconds(seconds)
  if (duration !== undefined) return now + Math.ceil(duration * 1000)
  return refuseParameter(
    `The parameter \`seconds\` must be a number from 0 to ${YEAR_SECONDS}, but it is ${describe(seconds)}.`,
  )
}

function readMoment(until: JsonValue): number | NodeFailed {
  const moment = typeof until === 'string' ? parseDate(until, 'UTC') : until
  if (typeof moment !== 'number' || moment > MAX_MILLISECONDS) {
    return refuseParameter(
      `The parameter \`until\` must be a time such as 2026-01-31T08:30:00Z, but it is ${describe(until)}.`,
    )
  }
  if (typeof until === 'number' && until < MIN_MILLISECONDS) {
    return refuseParameter(
      `The parameter \`until\` must be in milliseconds since 1970, but ${until} looks like seconds. Multiply it by 1000.`,
    )
  }
  return Math.ceil(moment)
}

function describe(value: JsonValue): string {
  return typeof value === 'string' || typeof value === 'number'
    ? JSON.stringify(value).slice(0, 100)
    : nameJsonType(value)
}
