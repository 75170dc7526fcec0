import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Statistics } from '../../api/home.ts'
import { RichText } from '../../components/rich-text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { formatDuration } from '../../texts/duration.ts'
import { formatNumber } from '../../texts/format.ts'
import * as t from '../../texts/home/page.ts'

/** The figures of the period, compared with the period before. */
export function OverviewTiles({ statistics }: { statistics: Statistics }) {
  const { total, previous, open } = statistics
  const [runs, before] = [runsOf(total), runsOf(previous)]
  const [share, shareBefore] = [failureShare(total), failureShare(previous)]
  const isWorse = share > shareBefore
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <Tile label={t.runs} value={formatNumber(runs)}>
        {before > 0 && <Change text={t.change(((runs - before) / before) * 100)} />}
      </Tile>
      <Tile label={t.failed} value={runs === 0 ? t.none : t.percent(share)}>
        {before > 0 && runs > 0 && (
          <Change text={t.points(share - shareBefore)} tone={isWorse ? 'danger' : 'neutral'} />
        )}
      </Tile>
      <Tile label={t.median} value={total.median_ms === null ? t.none : formatDuration(total.median_ms)}>
        {total.p95_ms !== null && <span>{t.p95(formatDuration(total.p95_ms))}</span>}
      </Tile>
      <Tile label={t.waiting} value={formatNumber(open.waiting)}>
        {open.running > 0 ? (
          <span>{t.running(open.running)}</span>
        ) : (
          open.oldest_started_at !== null && (
            <RichText text={t.oldest} slots={{ time: <RelativeTime value={open.oldest_started_at} /> }} />
          )
        )}
      </Tile>
    </dl>
  )
}

function Tile({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface px-4 py-3">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
        <span className="text-[1.375rem] leading-8 font-semibold tabular-nums">{value}</span>
        <span className="text-[0.8125rem] text-muted tabular-nums">{children}</span>
      </dd>
    </div>
  )
}

function Change({ text, tone = 'neutral' }: { text: string; tone?: 'neutral' | 'danger' }) {
  return (
    <span className={clsx(tone === 'danger' && 'text-danger-ink')}>
      {text}
      <span className="sr-only"> {t.against}</span>
    </span>
  )
}

const runsOf = ({ completed, failed, cancelled }: Statistics['total']) => completed + failed + cancelled

function failureShare(counts: Statistics['total']): number {
  const runs = runsOf(counts)
  return runs === 0 ? 0 : (counts.failed / runs) * 100
}
