import { formatNumber } from './format.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "84 ms", "4.2 s", "3 m 02 s", "2 h 05 m", "3 d 4 h" */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${formatNumber(Math.round(ms))} ms`
  if (ms < 10 * SECOND) return `${(Math.floor(ms / 10) / 100).toFixed(2)} s`
  if (ms < MINUTE) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} m ${pad(Math.floor((ms % MINUTE) / SECOND))} s`
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${pad(Math.floor((ms % HOUR) / MINUTE))} m`
  return `${formatNumber(Math.floor(ms / DAY))} d ${Math.floor((ms % DAY) / HOUR)} h`
}

const units: readonly (readonly [length: number, one: string, other: string])[] = [
  [DAY, 'day', 'days'],
  [HOUR, 'h', 'h'],
  [MINUTE, 'min', 'min'],
  [SECOND, 's', 's'],
]

/** What somebody would say instead of a number of seconds: "5 min", "1 day 6 h", "1 min 30 s". */
export function formatSpan(ms: number): string {
  const first = units.findIndex(([length]) => ms >= length)
  if (first === -1) return `${formatNumber(ms)} ms`
  let rest = Math.floor(ms / SECOND) * SECOND
  return units
    .slice(first, first + 2)
    .flatMap(([length, one, other]) => {
      const count = Math.floor(rest / length)
      rest -= count * length
      return count === 0 ? [] : [`${formatNumber(count)} ${count === 1 ? one : other}`]
    })
    .join(' ')
}

/** The label of a tick: "0", "500 ms", "2 s", "1:30", "2:00:00" */
export function formatTick(ms: number): string {
  if (ms === 0) return '0'
  if (ms % SECOND !== 0)
    return ms < SECOND ? `${ms} ms` : `${(ms / SECOND).toFixed(ms % 100 === 0 ? 1 : 3)} s`
  if (ms < MINUTE) return `${ms / SECOND} s`
  if (ms >= DAY && ms % DAY === 0) return `${ms / DAY} d`
  const minutes = Math.floor(ms / MINUTE)
  const seconds = pad((ms % MINUTE) / SECOND)
  if (ms < HOUR) return `${minutes}:${seconds}`
  const clock = `${Math.floor((ms % DAY) / HOUR)}:${pad(minutes % 60)}`
  return ms < DAY ? `${clock}:${seconds}` : `${Math.floor(ms / DAY)} d ${clock}`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
