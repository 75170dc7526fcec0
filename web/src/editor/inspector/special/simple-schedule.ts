/** Schedules that people choose without knowing cron. */
export type ScheduleKind = 'minutes' | 'hour' | 'day' | 'weekdays' | 'week' | 'month'

export interface SimpleSchedule {
  readonly kind: ScheduleKind
  /** For `minutes`: the interval. */
  readonly every: number
  /** For `hour`: the minute. Otherwise the time is `HH:MM`. */
  readonly time: string
  /** 0 is Sunday. */
  readonly weekday: number
  readonly day: number
}

export const INTERVALS: readonly number[] = [1, 5, 10, 15, 20, 30]
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const START: SimpleSchedule = { kind: 'weekdays', every: 15, time: '09:00', weekday: 1, day: 1 }

/** Another kind with the same time, as far as it has one. */
export function changeKind(from: SimpleSchedule | undefined, kind: ScheduleKind): SimpleSchedule {
  return { ...(from ?? START), kind }
}

export function toCron({ kind, every, time, weekday, day }: SimpleSchedule): string {
  const [hour = 9, minute = 0] = time.split(':').map(Number)
  switch (kind) {
    case 'minutes':
      return every === 1 ? '* * * * *' : `*/${every} * * * *`
    case 'hour':
      return `${minute} * * * *`
    case 'day':
      return `${minute} ${hour} * * *`
    case 'weekdays':
      return `${minute} ${hour} * * MON-FRI`
    case 'week':
      return `${minute} ${hour} * * ${DAYS[weekday] ?? 'MON'}`
    case 'month':
      return `${minute} ${hour} ${day} * *`
    default:
      return kind satisfies never
  }
}

/** Reads a cron expression as one of the simple schedules; undefined if it says more than they can. */
export function readCron(expression: string): SimpleSchedule | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...rest] = expression
    .trim()
    .toUpperCase()
    .split(/\s+/)
  if (rest.length > 0 || month !== '*') return undefined
  const step = minute === '*' ? 1 : Number(/^\*\/(\d+)$/.exec(minute)?.[1])
  if (hour === '*') {
    if (day !== '*' || weekday !== '*') return undefined
    if (INTERVALS.includes(step)) return { ...START, kind: 'minutes', every: step }
    return isNumber(minute, 59) ? { ...START, kind: 'hour', time: clock('0', minute) } : undefined
  }
  if (!isNumber(minute, 59) || !isNumber(hour, 23)) return undefined
  const base = { ...START, time: clock(hour, minute) }
  if (weekday === '*') {
    if (day === '*') return { ...base, kind: 'day' }
    return isNumber(day, 31) && Number(day) > 0 ? { ...base, kind: 'month', day: Number(day) } : undefined
  }
  if (day !== '*') return undefined
  if (weekday === 'MON-FRI' || weekday === '1-5') return { ...base, kind: 'weekdays' }
  const index = isNumber(weekday, 7) ? Number(weekday) % 7 : DAYS.indexOf(weekday)
  return index === -1 ? undefined : { ...base, kind: 'week', weekday: index }
}

function isNumber(text: string, maximum: number): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) <= maximum
}

function clock(hour: string, minute: string): string {
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}
