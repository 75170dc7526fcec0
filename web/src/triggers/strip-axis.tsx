import { clsx } from 'clsx'
import type { TriggerSummary } from '../api/triggers.ts'
import { formatDayMonth, formatHour, formatWeekdayDay, formatWeekdayTime } from '../texts/format.ts'
import * as t from '../texts/triggers/page.ts'
import { percentOf, type Tick, type TimeAxis, type TimeRange } from './time-axis.ts'

const DAY_MS = 86_400_000
/** Above this many days, only every fifth has a label. */
const MAX_LABELLED_DAYS = 8
const DAYS_PER_LABEL = 5
const LAST_LABEL_PERCENT = 92
/** Of the way from the fewest runs to the most: what is above is crowded. */
const CROWDED = 0.75

interface StripAxisProps {
  axis: TimeAxis
  now: number
}

/** The labels of the time axis. */
export function StripAxis({ axis: { range, ticks, clockChanges }, now }: StripAxisProps) {
  const days = (range.to - range.from) / DAY_MS
  const isLong = days > MAX_LABELLED_DAYS
  const isWeek = !isLong && days > 2
  // On a phone, every second line has a label, and midnight always has one.
  const midnight = ticks.findIndex(({ kind }) => kind === 'day')
  const isDense = (index: number) => Math.abs(index - Math.max(0, midnight)) % 2 === 1
  // A label needs space to the right of its line.
  const hasLabel = ({ at }: Tick, index: number) =>
    (!isLong || index % DAYS_PER_LABEL === 0) && percentOf(at, range) <= LAST_LABEL_PERCENT
  return (
    <div aria-hidden="true" className="relative h-9 text-[0.6875rem] text-muted tabular-nums">
      {ticks.map((tick, index) => (
        <span
          key={tick.at}
          style={{ left: `${percentOf(tick.at, range)}%` }}
          className={clsx(
            'absolute bottom-0 flex h-5 items-end border-l pl-1 leading-none whitespace-nowrap',
            tick.kind === 'day' ? 'border-line-strong/60 font-medium text-ink' : 'border-line',
            isLong && index % DAYS_PER_LABEL !== 0 && 'border-line',
            !isLong && tick.kind === 'hour' && isDense(index) && 'max-sm:hidden',
          )}
        >
          {hasLabel(tick, index) && (
            <span className={clsx(isWeek && index % 2 === 1 && 'max-sm:hidden')}>
              {labelOf(tick, isLong)}
            </span>
          )}
        </span>
      ))}
      {clockChanges.map(({ at, direction }) => (
        <span
          key={at}
          style={{ left: `${percentOf(at, range)}%` }}
          className="absolute top-0 -translate-x-1/2 rounded-full bg-warning-soft px-1.5 py-0.5 leading-none whitespace-nowrap text-warning-ink"
        >
          {t.clocks[direction]}
        </span>
      ))}
      {isInside(now, range) && (
        <span
          style={{ left: `${percentOf(now, range)}%` }}
          className="absolute top-0 z-1 rounded-full bg-danger px-1.5 py-0.5 leading-none text-on-danger"
        >
          {t.nowLine}
        </span>
      )}
    </div>
  )
}

function labelOf({ at, kind }: Tick, isLong: boolean): string {
  if (kind === 'hour') return formatHour(at)
  return isLong ? formatDayMonth(at) : formatWeekdayDay(at)
}

/** The lines of the axis, behind the marks of every row. */
export function StripGrid({ axis: { range, ticks, clockChanges }, now }: StripAxisProps) {
  const isLong = (range.to - range.from) / DAY_MS > MAX_LABELLED_DAYS
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      {ticks.map(({ at, kind }, index) => (
        <span
          key={at}
          style={{ left: `${percentOf(at, range)}%` }}
          className={clsx(
            'absolute inset-y-0 border-l',
            kind === 'day' && (!isLong || index % DAYS_PER_LABEL === 0)
              ? 'border-line-strong/40'
              : 'border-line/70',
          )}
        />
      ))}
      {clockChanges.map(({ at }) => (
        <span
          key={at}
          style={{ left: `${percentOf(at, range)}%` }}
          className="absolute inset-y-0 border-l border-dashed border-warning"
        />
      ))}
      {isInside(now, range) && (
        <span
          style={{ left: `${percentOf(now, range)}%` }}
          className="absolute inset-y-0 z-1 border-l-2 border-danger"
        />
      )}
    </div>
  )
}

function isInside(at: number, { from, to }: TimeRange): boolean {
  return at >= from && at < to
}

interface LoadBarsProps {
  summary: TriggerSummary
  range: TimeRange
}

/** How many runs start when: the crowded hours stand out. */
export function LoadBars({ summary: { load }, range }: LoadBarsProps) {
  const total = load.reduce((sum, { runs }) => sum + runs, 0)
  const most = Math.max(0, ...load.map(({ runs }) => runs))
  // Schedules that always run raise every bar: what stands out from them is crowded.
  const least = Math.min(most, ...load.map(({ runs }) => runs))
  const crowded = least + (most - least) * CROWDED
  const busiest = load.find(({ runs }) => runs === most)
  const label =
    busiest === undefined || most === 0
      ? t.nothingPlanned
      : t.loadLabel(total, t.busiest(formatWeekdayTime(busiest.at), busiest.runs))
  const width = 100 / Math.max(1, load.length)
  return (
    <div role="img" aria-label={label} className="relative h-10">
      {load.map(({ at, runs, schedules }) =>
        runs === 0 ? null : (
          <span
            key={at}
            title={t.loadStep(formatWeekdayTime(at), runs, schedules)}
            style={{
              left: `${percentOf(Date.parse(at), range)}%`,
              width: `calc(${width}% - 1px)`,
              height: `${Math.max(8, (runs / most) * 100)}%`,
            }}
            className={clsx(
              'absolute bottom-0 rounded-t-[0.1875rem]',
              most > least && runs > crowded ? 'bg-family-trigger' : 'bg-accent/45',
            )}
          />
        ),
      )}
    </div>
  )
}
