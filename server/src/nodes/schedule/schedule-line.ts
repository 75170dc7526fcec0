import { duration, listOf, textOf } from '#nodes/parameters/line-parts.ts'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Spellings of days of the week in cron, with what people call them. */
const DAY_NAMES: Readonly<Record<string, string>> = {
  '*': 'day',
  'MON-FRI': 'weekday',
  '1-5': 'weekday',
  '7': 'Sunday',
  ...Object.fromEntries(
    DAYS.flatMap((day, index) => [
      [String(index), day],
      [day.slice(0, 3).toUpperCase(), day],
    ]),
  ),
}

/** Minute, hour, day of the month, any month, day of the week. */
const DAILY = String.raw`/^(\d{1,2}) (\d{1,2}) (\d{1,2}|\*) \* (\S+)$/`
const HOURLY = String.raw`/^(\d{1,2}) \* \* \* \*$/`
const MINUTELY = String.raw`/^(?:\*|\*\/(\d{1,2})) \* \* \* \*$/`

const clock = '[found[2], found[1]].map(part => part.padStart(2, "0")).join(":")'

/** Common cron expressions in words, such as `every weekday at 08:00`; others stay as they are. */
const inWords = (cron: string) =>
  `[${textOf(cron)}].map(text => [${DAILY}.exec(text)].map(found => ` +
  `found == null ? "" : ` +
  `found[3] !== "*" ? (found[4] === "*" ? "day " + found[3] + " of every month at " + ${clock} : "") : ` +
  `[${JSON.stringify(DAY_NAMES)}[found[4].toUpperCase()]].map(day => day == null ? "" : "every " + day + " at " + ${clock})[0]` +
  `)[0] || [${HOURLY}.exec(text)].map(found => found == null ? "" : found[1] === "0" || found[1] === "00" ? "every hour" : "every hour at minute " + found[1])[0]` +
  ` || [${MINUTELY}.exec(text)].map(found => found == null ? "" : found[1] == null || found[1] === "1" ? "every minute" : "every " + found[1] + " minutes")[0]` +
  ` || text.slice(0, 120))[0]`

/** When something runs, as parts of a line. */
export const scheduleParts = [
  `(data.every_seconds == null ? ${inWords('data.cron')} : "every " + ${duration('data.every_seconds')})`,
  `(data.every_seconds != null || data.timezone === "UTC" ? "" : ${textOf('data.timezone')})`,
]

/** What a `schedule` node shows: `every weekday at 08:00, Europe/Berlin`, or `every 5 min`. */
export const scheduleLine = listOf(...scheduleParts)
