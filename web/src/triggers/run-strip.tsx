import { clsx } from 'clsx'
import type { TriggerOverview } from '../api/triggers.ts'
import { Popover } from '../components/overlay/popover.tsx'
import { formatInZone, formatMoment, formatWeekdayTime } from '../texts/format.ts'
import * as t from '../texts/triggers/page.ts'
import { percentOf, type TimeRange, viewerZone } from './time-axis.ts'

const HEIGHT = 28
const TIMES_LISTED = 12

interface RunStripProps {
  trigger: TriggerOverview
  range: TimeRange
  now: number
}

/** The planned runs of a schedule on the time axis. It opens a list of the times, in both time zones. */
export function RunStrip({ trigger, range, now }: RunStripProps) {
  const { plan, workflow_name: name, state } = trigger
  if (plan === undefined) return null
  const isEstimate = plan.bands.length > 0
  const label = t.plannedRuns(name, plan.runs, isEstimate)
  if (plan.runs === 0) {
    return <p className="flex h-7 items-center px-4 text-xs text-muted">{t.noRuns}</p>
  }
  return (
    <Popover
      label={label}
      align="center"
      trigger={
        <button
          type="button"
          aria-label={label}
          className="block h-7 w-full rounded-[0.375rem] hover:bg-hover/60 data-[state=open]:bg-hover"
        >
          <Marks plan={plan} range={range} now={now} isActive={state === 'active'} />
        </button>
      }
      className="w-92 max-w-[calc(100vw-1.5rem)] p-4"
    >
      <PlannedTimes trigger={trigger} now={now} />
    </Popover>
  )
}

interface MarksProps {
  plan: NonNullable<TriggerOverview['plan']>
  range: TimeRange
  now: number
  isActive: boolean
}

/** One path for all marks: a strip has up to a hundred, and a page many strips. */
function Marks({ plan, range, now, isActive }: MarksProps) {
  const x = (at: number) => percentOf(at, range) * 10
  const pathOf = (times: readonly number[]) => times.map((at) => `M${x(at).toFixed(2)} 6V22`).join('')
  const times = plan.times.map((time) => Date.parse(time))
  const color = isActive ? 'text-accent' : 'text-line-strong'
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 1000 ${HEIGHT}`}
      preserveAspectRatio="none"
      className={clsx('block h-7 w-full', color)}
    >
      {plan.bands.map((band) => {
        const [from, to] = [Date.parse(band.from), Date.parse(band.to)]
        return (
          <rect
            key={band.from}
            x={x(from)}
            y={8}
            width={x(to) - x(from)}
            height={12}
            fill="currentColor"
            opacity={isActive ? 0.55 : 0.35}
          />
        )
      })}
      <path
        d={pathOf(times.filter((at) => at < now))}
        stroke="currentColor"
        strokeWidth={3}
        opacity={0.35}
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={pathOf(times.filter((at) => at >= now))}
        stroke="currentColor"
        strokeWidth={3}
        opacity={isActive ? 1 : 0.6}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

function PlannedTimes({ trigger, now }: { trigger: TriggerOverview; now: number }) {
  const { plan, data, state } = trigger
  const zone = zoneOf(data)
  const isOtherZone = zone !== undefined && zone !== viewerZone()
  if (plan === undefined) return null
  const coming = plan.times.filter((time) => Date.parse(time) >= now)
  const hidden = coming.length - TIMES_LISTED
  return (
    <div className="space-y-2 text-[0.8125rem]">
      <p className="text-muted">
        {isOtherZone ? zone : t.timesIn(viewerZone())}
        {state === 'inactive' && ` · ${t.ifPublished}`}
        {state === 'paused' && ` · ${t.ifResumed}`}
      </p>
      <ol className="space-y-1 tabular-nums">
        {plan.bands.map((band) => (
          <li key={band.from}>
            {t.bandRuns(formatWeekdayTime(band.from), formatWeekdayTime(band.to), band.runs)}
          </li>
        ))}
        {coming.slice(0, TIMES_LISTED).map((time) => (
          <li key={time}>
            {isOtherZone ? (
              <>
                {formatInZone(new Date(time), zone)}
                <span className="block text-xs text-muted">
                  {t.viewerTime}: {formatMoment(time)}
                </span>
              </>
            ) : (
              formatMoment(time)
            )}
          </li>
        ))}
      </ol>
      {hidden > 0 && <p className="text-muted">{t.moreRuns(hidden)}</p>}
    </div>
  )
}

/** The time zone of a schedule; undefined for intervals, which depend on none. */
export function zoneOf(data: TriggerOverview['data']): string | undefined {
  if ((data['cron'] ?? null) === null) return undefined
  const zone = data['timezone']
  return typeof zone === 'string' && zone !== '' ? zone : 'UTC'
}
