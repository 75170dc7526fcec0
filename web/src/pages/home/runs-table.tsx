import type { Statistics } from '../../api/home.ts'
import { formatDuration } from '../../texts/duration.ts'
import { formatMoment, formatNumber } from '../../texts/format.ts'
import * as t from '../../texts/home/page.ts'

/** The values of the chart, newest first. */
export function RunsTable({ statistics: { series } }: { statistics: Statistics }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling by keyboard needs the focus
    <div className="h-full overflow-auto" tabIndex={0} role="region" aria-label={t.tableLabel}>
      <table className="w-full text-[0.8125rem] tabular-nums">
        <thead className="sticky top-0 bg-surface text-left text-xs text-muted">
          <tr>
            <th className="px-4 py-2 font-medium">{t.columnTime}</th>
            <th className="px-2 py-2 text-right font-medium">{t.columnCompleted}</th>
            <th className="px-2 py-2 text-right font-medium">{t.columnFailed}</th>
            <th className="px-2 py-2 text-right font-medium max-sm:hidden">{t.columnMedian}</th>
            <th className="px-4 py-2 text-right font-medium max-sm:hidden">{t.columnP95}</th>
          </tr>
        </thead>
        <tbody>
          {series.toReversed().map((point) => (
            <tr key={point.at} className="border-t border-line">
              <th scope="row" className="px-4 py-1.5 text-left font-normal">
                {formatMoment(point.at)}
              </th>
              <td className="px-2 py-1.5 text-right">{formatNumber(point.completed)}</td>
              <td className="px-2 py-1.5 text-right">{formatNumber(point.failed)}</td>
              <td className="px-2 py-1.5 text-right max-sm:hidden">{duration(point.median_ms)}</td>
              <td className="px-4 py-1.5 text-right max-sm:hidden">{duration(point.p95_ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const duration = (ms: number | null) => (ms === null ? t.none : formatDuration(ms))
