import { clsx } from 'clsx'
import { CalendarClock } from 'lucide-react'
import { useMemo } from 'react'
import type { TriggerOverview, TriggerSummary } from '../../api/triggers.ts'
import { RelativeTime } from '../../components/time.tsx'
import { useNow } from '../../components/use-now.ts'
import * as t from '../../texts/triggers/page.ts'
import { RunStrip, zoneOf } from '../../triggers/run-strip.tsx'
import { LoadBars, StripAxis, StripGrid } from '../../triggers/strip-axis.tsx'
import { axisOf, viewerZone } from '../../triggers/time-axis.ts'
import { LastCalls, PausedMark, ProblemList } from '../../triggers/trigger-facts.tsx'
import { RowActions, TriggerName } from './trigger-row.tsx'

/** The strip is in the same column of every row, so that times line up. */
const columns = 'lg:grid lg:grid-cols-[17rem_minmax(0,1fr)_15rem] lg:gap-x-4'

interface ScheduleSectionProps {
  schedules: readonly TriggerOverview[]
  summary: TriggerSummary
  canEdit: boolean
}

/** Schedules on a common time axis. */
export function ScheduleSection({ schedules, summary, canEdit }: ScheduleSectionProps) {
  const now = useNow(15_000)
  const { from, to } = summary
  const axis = useMemo(() => axisOf({ from: Date.parse(from), to: Date.parse(to) }, viewerZone()), [from, to])
  const { range } = axis
  return (
    <section aria-label={t.schedules} className="rounded-card border border-line bg-surface">
      <div className={clsx(columns, 'sticky top-0 z-10 rounded-t-card border-b border-line bg-surface px-4')}>
        <h2 className="flex items-end gap-2 pt-2 pb-1.5 text-sm font-semibold">
          <CalendarClock aria-hidden="true" className="size-4 self-center text-family-trigger" />
          {t.schedules}
          <span className="text-xs font-normal text-muted">{t.timesIn(viewerZone())}</span>
        </h2>
        <StripAxis axis={axis} now={now} />
      </div>
      <div className={clsx(columns, 'border-b border-line px-4 py-2')}>
        <p className="self-center text-[0.8125rem] text-muted">
          {t.load}
          {!summary.is_complete && <span className="block text-xs">{t.incomplete}</span>}
        </p>
        <LoadBars summary={summary} range={range} />
      </div>
      {schedules.length === 0 ? (
        <p className="px-4 py-5 text-[0.8125rem] text-muted">{t.noSchedules}</p>
      ) : (
        <ul aria-label={t.schedules} className="divide-y divide-line">
          {schedules.map((trigger) => (
            <li
              key={trigger.id}
              className={clsx(
                columns,
                'space-y-2 px-4 py-2.5 lg:space-y-0',
                trigger.state === 'paused' &&
                  'bg-warning-soft/45 shadow-[inset_3px_0_0_var(--color-warning)]',
              )}
            >
              <div className="min-w-0 space-y-1">
                <TriggerName trigger={trigger} />
                <Zone trigger={trigger} />
              </div>
              <div className="relative min-w-0 self-stretch">
                <StripGrid axis={axis} now={now} />
                <div className="relative flex h-full min-h-7 flex-col justify-center">
                  <RunStrip trigger={trigger} range={range} now={now} />
                </div>
              </div>
              <div className="flex items-start justify-between gap-3">
                <div className="min-w-0 space-y-0.5">
                  {trigger.next_run_at !== null && (
                    <p className="text-[0.8125rem]">
                      <span className="text-muted">{t.next}</span>{' '}
                      <RelativeTime value={trigger.next_run_at} />
                    </p>
                  )}
                  <LastCalls trigger={trigger} />
                </div>
                <RowActions trigger={trigger} canEdit={canEdit} />
              </div>
              {(trigger.pause !== null || trigger.problems.length > 0) && (
                <div className="space-y-1 pt-1 lg:col-span-3">
                  {trigger.pause !== null && <PausedMark pause={trigger.pause} />}
                  <ProblemList trigger={trigger} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The time zone of the schedule, if it is another than the viewer's and its line does not name it. */
function Zone({ trigger }: { trigger: TriggerOverview }) {
  const zone = zoneOf(trigger.data)
  if (zone === undefined || zone === viewerZone() || typeof trigger.data['timezone'] === 'string') return null
  return (
    <p className="inline-block max-w-full truncate rounded-full bg-sunken px-2 text-[0.6875rem] leading-5 text-muted">
      {zone}
    </p>
  )
}
