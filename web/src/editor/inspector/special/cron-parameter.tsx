import { useId, useMemo, useState } from 'react'
import { controlClass } from '../../../components/input/control.ts'
import { Select } from '../../../components/input/select.tsx'
import { useNow } from '../../../components/use-now.ts'
import { formatInZone } from '../../../texts/format.ts'
import * as t from '../../../texts/editor/inspector.ts'
import { JsonParameter } from '../controls/json-parameter.tsx'
import { TextParameter } from '../controls/text-parameter.tsx'
import { useParameterEdits, useParameterValue } from '../form/binding.tsx'
import { LabeledField } from '../form/labeled-field.tsx'
import type { ParameterControlProps } from '../form/parameter-component.ts'
import { cronExpressionsOf, nextRunsOf } from './next-runs.ts'
import {
  changeKind,
  INTERVALS,
  readCron,
  type ScheduleKind,
  type SimpleSchedule,
  toCron,
} from './simple-schedule.ts'

const SHOWN_RUNS = 3
const CRON = 'cron'
const kinds: readonly ScheduleKind[] = ['minutes', 'hour', 'day', 'weekdays', 'week', 'month']
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0]
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => index + 1)

/** When a schedule runs: chosen from a list or written as cron, with the times at which it runs next. */
export function CronParameter(props: ParameterControlProps) {
  const { field, path } = props
  const value = useParameterValue(path)
  const timezone = useParameterValue([...path.slice(0, -1), 'timezone'])
  const { setMany } = useParameterEdits(path.slice(0, -1))
  const id = useId()
  const [asCron, setAsCron] = useState(false)
  const simple = useMemo(() => (typeof value === 'string' ? readCron(value) : undefined), [value])
  const now = useNow(60_000)
  const zone = typeof timezone === 'string' && timezone !== '' ? timezone : 'UTC'
  const expressions = useMemo(() => cronExpressionsOf(value), [value])
  const runs = useMemo(
    () => (expressions.length === 0 ? [] : nextRunsOf(expressions, zone, SHOWN_RUNS, new Date(now))),
    [expressions, zone, now],
  )
  if (value !== undefined && typeof value !== 'string') return <JsonParameter {...props} />
  const isCron = asCron || (typeof value === 'string' && value.trim() !== '' && simple === undefined)
  const write = (schedule: SimpleSchedule) =>
    setMany(
      {
        [field.name]: toCron(schedule),
        // The times that somebody chooses are those of their clock.
        ...(value === undefined && timezone === undefined ? ownTimezone() : {}),
      },
      field.title,
    )
  return (
    <div className="space-y-2">
      <LabeledField id={id} label={t.runsEvery} isRequired={field.isRequired}>
        <div className="flex flex-wrap gap-2">
          <Select
            id={id}
            compact
            value={isCron ? CRON : (simple?.kind ?? '')}
            onChange={(next) => {
              setAsCron(next === CRON)
              if (next !== CRON && next !== '') write(changeKind(simple, next))
            }}
            options={[
              ...(isCron || simple !== undefined ? [] : [{ value: '' as const, label: t.chooseOption }]),
              ...kinds.map((kind) => ({ value: kind, label: t.scheduleKinds[kind] })),
              { value: CRON, label: t.scheduleKinds.cron },
            ]}
            className="min-w-36 flex-1"
          />
          {!isCron && simple !== undefined && <Details schedule={simple} onChange={write} />}
        </div>
      </LabeledField>
      {isCron && <TextParameter {...props} multiline={typeof value === 'string' && value.includes('\n')} />}
      {expressions.length > 0 && (
        <div className="text-xs leading-5 text-muted">
          {runs === undefined ? (
            t.invalidCron
          ) : runs.length === 0 ? (
            t.noNextRun
          ) : (
            <>
              <span className="font-medium">{t.nextRuns}</span>
              <ol>
                {runs.map((time) => (
                  <li key={time.getTime()}>
                    <time dateTime={time.toISOString()}>{formatInZone(time, zone)}</time>
                  </li>
                ))}
              </ol>
            </>
          )}
        </div>
      )}
    </div>
  )
}

function ownTimezone(): { timezone?: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'UTC' ? {} : { timezone: timeZone }
}

interface DetailsProps {
  schedule: SimpleSchedule
  onChange: (schedule: SimpleSchedule) => void
}

/** The interval, day and time of a schedule, as far as its kind has them. */
function Details({ schedule, onChange }: DetailsProps) {
  const { kind, every, time, weekday, day } = schedule
  return (
    <>
      {kind === 'minutes' && (
        <Select
          compact
          aria-label={t.scheduleInterval}
          value={String(every)}
          onChange={(next) => onChange({ ...schedule, every: Number(next) })}
          options={INTERVALS.map((count) => ({ value: String(count), label: t.everyMinutes(count) }))}
          className="min-w-28 flex-1"
        />
      )}
      {kind === 'hour' && (
        <Select
          compact
          aria-label={t.scheduleMinute}
          value={String(Number(time.slice(3)))}
          onChange={(next) => onChange({ ...schedule, time: `00:${next.padStart(2, '0')}` })}
          options={Array.from({ length: 60 }, (_, minute) => ({
            value: String(minute),
            label: t.atMinute(minute),
          }))}
          className="min-w-28 flex-1"
        />
      )}
      {kind === 'week' && (
        <Select
          compact
          aria-label={t.scheduleWeekday}
          value={String(weekday)}
          onChange={(next) => onChange({ ...schedule, weekday: Number(next) })}
          options={WEEKDAYS.map((index) => ({ value: String(index), label: t.weekdays[index] ?? '' }))}
          className="min-w-28 flex-1"
        />
      )}
      {kind === 'month' && (
        <Select
          compact
          aria-label={t.scheduleDay}
          value={String(day)}
          onChange={(next) => onChange({ ...schedule, day: Number(next) })}
          options={MONTH_DAYS.map((index) => ({ value: String(index), label: t.onDay(index) }))}
          className="min-w-28 flex-1"
        />
      )}
      {kind !== 'minutes' && kind !== 'hour' && (
        <span className="w-32 shrink-0">
          <input
            type="time"
            aria-label={t.scheduleTime}
            value={time}
            onChange={(event) =>
              event.target.value !== '' && onChange({ ...schedule, time: event.target.value })
            }
            className={controlClass(true)}
          />
        </span>
      )}
    </>
  )
}
