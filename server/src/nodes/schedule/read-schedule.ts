import {
  type CronRuns,
  type JsonObject,
  type JsonValue,
  type Misfire,
  MISFIRES,
  nextInterval,
  readCron,
  type Schedule,
} from '#domain/index.ts'
import { isZone, offsetAt, parseDate } from '@millrace/expressions'

const MAX_CRONS = 20
export const MAX_JITTER_SECONDS = 3_600
export const MAX_EVERY_SECONDS = 366 * 86_400

export interface ScheduleProblem {
  readonly parameter: string
  readonly message: string
}

export type ReadSchedule =
  | { readonly ok: true; readonly schedule: Schedule }
  | { readonly ok: false; readonly problems: readonly ScheduleProblem[] }

/** Reads the parameters of a `schedule` node and reports all problems together. */
export function readSchedule(data: JsonObject): ReadSchedule {
  const problems: ScheduleProblem[] = []
  const report = (parameter: string, message: string) => problems.push({ parameter, message })

  const zone = data['timezone'] ?? 'UTC'
  const hasZone = typeof zone === 'string' && isZone(zone)
  if (!hasZone) report('timezone', '`timezone` must be the name of a time zone, such as "Europe/Berlin".')
  const moment = (parameter: 'start' | 'end') => readMoment(data, parameter, hasZone ? zone : 'UTC', report)
  const start = moment('start')
  const end = moment('end')
  if (start !== undefined && end !== undefined && end < start) {
    report('end', '`end` must not be before `start`.')
  }
  const crons = readCrons(data['cron'], report)
  const everyMs = readEvery(data['every_seconds'], report)
  if ((data['cron'] ?? data['every_seconds'] ?? null) === null) {
    report('cron', 'set either `cron` or `every_seconds`.')
  } else if ((data['cron'] ?? null) !== null && (data['every_seconds'] ?? null) !== null) {
    report('every_seconds', 'set either `cron` or `every_seconds`, not both.')
  }
  const jitterMs = readJitter(data['jitter_seconds'], report)
  const misfire = readMisfire(data['misfire'], report)
  if (problems.length > 0) return { ok: false, problems }

  const offset = (ms: number) => offsetAt(ms, zone as string)
  const next = (after: number) =>
    everyMs === undefined ? earliest(crons, after, offset) : nextInterval(after, everyMs, start ?? 0)
  return {
    ok: true,
    schedule: {
      start,
      end,
      misfire,
      jitterMs,
      nextRun(after) {
        const run = next(start === undefined ? after : Math.max(after, start - 1))
        return run === undefined || (end !== undefined && run > end) ? undefined : run
      },
    },
  }
}

function earliest(
  crons: readonly CronRuns[],
  after: number,
  offset: (ms: number) => number,
): number | undefined {
  const runs = crons.map((cron) => cron.nextRun(after, offset)).filter((run) => run !== undefined)
  return runs.length === 0 ? undefined : Math.min(...runs)
}

type Report = (parameter: string, message: string) => void

/** Reads one expression, several on separate lines, or a list. */
function readCrons(value: JsonValue | undefined, report: Report): readonly CronRuns[] {
  if (value === undefined || value === null) return []
  const entries = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
  const texts = entries
    .flatMap<JsonValue>((entry) => (typeof entry === 'string' ? entry.split('\n') : entry))
    .filter((entry) => typeof entry !== 'string' || entry.trim() !== '')
  if (texts.length === 0 || texts.length > MAX_CRONS) {
    report('cron', `\`cron\` must have 1 to ${MAX_CRONS} expressions.`)
    return []
  }
  const crons: CronRuns[] = []
  for (const text of texts) {
    const cron = typeof text === 'string' ? readCron(text) : 'must be a string or a list of strings'
    if (typeof cron === 'string') report('cron', `\`cron\` ${cron}.`)
    else crons.push(cron)
  }
  // Equal expressions are one.
  return [...new Set(crons)]
}

function readEvery(value: JsonValue | undefined, report: Report): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && value >= 1 && value <= MAX_EVERY_SECONDS) return Math.round(value * 1000)
  report('every_seconds', `\`every_seconds\` must be a number from 1 to ${MAX_EVERY_SECONDS}.`)
  return undefined
}

function readMoment(
  data: JsonObject,
  parameter: 'start' | 'end',
  zone: string,
  report: Report,
): number | undefined {
  const value = data[parameter] ?? undefined
  if (value === undefined || value === '') return undefined
  const moment = typeof value === 'string' ? parseDate(value, zone) : undefined
  if (moment === undefined) report(parameter, `\`${parameter}\` must be a time such as 2026-01-31T08:30:00Z.`)
  return moment
}

function readJitter(value: JsonValue | undefined, report: Report): number {
  if (value === undefined || value === null) return 0
  if (typeof value === 'number' && value >= 0 && value <= MAX_JITTER_SECONDS) return value * 1000
  report('jitter_seconds', `\`jitter_seconds\` must be a number from 0 to ${MAX_JITTER_SECONDS}.`)
  return 0
}

function readMisfire(value: JsonValue | undefined, report: Report): Misfire {
  const misfire = MISFIRES.find((known) => known === (value ?? 'once'))
  if (misfire === undefined) report('misfire', `\`misfire\` must be one of ${MISFIRES.join(', ')}.`)
  return misfire ?? 'once'
}
