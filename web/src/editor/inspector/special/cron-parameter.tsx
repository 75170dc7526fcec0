import { CalendarClock } from 'lucide-react'
import { useMemo } from 'react'
import { IconButton } from '../../../components/icon-button.tsx'
import { Menu, MenuItem } from '../../../components/menu.tsx'
import { useNow } from '../../../components/use-now.ts'
import { formatInZone } from '../../../texts/format.ts'
import * as t from '../../../texts/editor/inspector.ts'
import { useParameterEdits, useParameterValue } from '../form/binding.tsx'
import type { ParameterControlProps } from '../form/parameter-component.ts'
import { TextParameter } from '../controls/text-parameter.tsx'
import { JsonParameter } from '../controls/json-parameter.tsx'
import { cronExpressionsOf, nextRunsOf } from './next-runs.ts'

const presets: readonly [keyof typeof t.presets, string][] = [
  ['quarter', '*/15 * * * *'],
  ['hourly', '0 * * * *'],
  ['daily', '0 9 * * *'],
  ['weekdays', '0 9 * * MON-FRI'],
  ['weekly', '0 9 * * MON'],
  ['monthly', '0 9 1 * *'],
]

const SHOWN_RUNS = 3

/** A cron expression with the times at which it runs next. */
export function CronParameter(props: ParameterControlProps) {
  const { field, path } = props
  const value = useParameterValue(path)
  const timezone = useParameterValue([...path.slice(0, -1), 'timezone'])
  const { set } = useParameterEdits(path)
  const now = useNow(60_000)
  const zone = typeof timezone === 'string' && timezone !== '' ? timezone : 'UTC'
  const expressions = useMemo(() => cronExpressionsOf(value), [value])
  const runs = useMemo(
    () => (expressions.length === 0 ? [] : nextRunsOf(expressions, zone, SHOWN_RUNS, new Date(now))),
    [expressions, zone, now],
  )
  if (value !== undefined && typeof value !== 'string') return <JsonParameter {...props} />
  return (
    <div className="space-y-2">
      <TextParameter
        {...props}
        multiline={typeof value === 'string' && value.includes('\n')}
        actions={
          <Menu
            align="end"
            trigger={
              <IconButton icon={CalendarClock} label={t.cronPresets} className="md:size-6 [&_svg]:size-3.5" />
            }
          >
            {presets.map(([name, expression]) => (
              <MenuItem key={name} onSelect={() => set(expression, field.title)}>
                <span className="flex-1">{t.presets[name]}</span>
                <code className="pl-4 text-xs text-muted">{expression}</code>
              </MenuItem>
            ))}
          </Menu>
        }
      />
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
