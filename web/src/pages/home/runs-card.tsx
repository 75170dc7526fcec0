import { ChartSpline, Table2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Statistics } from '../../api/home.ts'
import { Segmented } from '../../components/segmented.tsx'
import * as t from '../../texts/home/page.ts'
import { HomeCard } from './home-card.tsx'
import { RunsTable } from './runs-table.tsx'
import { lazyPart } from '../../app/lazy-part.ts'

const RunsChart = lazyPart(async () => ({ default: (await import('./runs-chart.tsx')).RunsChart }))

/** Runs over time, as a chart or as a table. */
export function RunsCard({ statistics, className }: { statistics: Statistics; className?: string }) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const { total } = statistics
  const isEmpty = total.completed + total.failed + total.cancelled === 0
  return (
    <HomeCard
      title={t.runs}
      {...(className === undefined ? {} : { className })}
      action={
        !isEmpty && (
          <div className="flex items-center gap-3">
            {view === 'chart' && <Legend />}
            <Segmented
              label={t.view}
              value={view}
              onChange={setView}
              iconsOnly
              options={[
                { value: 'chart', label: t.showChart, icon: ChartSpline },
                { value: 'table', label: t.showTable, icon: Table2 },
              ]}
            />
          </div>
        )
      }
    >
      <div className="h-56 min-w-0">
        {isEmpty ? (
          <div className="flex h-full flex-col items-center justify-center px-4 text-center">
            <p className="text-sm font-medium">{t.noRunsTitle}</p>
            <p className="mt-1 max-w-sm text-[0.8125rem] text-muted">{t.noRunsNote}</p>
          </div>
        ) : view === 'table' ? (
          <RunsTable statistics={statistics} />
        ) : (
          <Suspense>
            <RunsChart statistics={statistics} />
          </Suspense>
        )}
      </div>
    </HomeCard>
  )
}

function Legend() {
  return (
    <p aria-hidden="true" className="flex items-center gap-3 text-[0.8125rem] text-muted max-sm:hidden">
      <span className="flex items-center gap-1.5">
        <span className="size-2 rounded-full bg-success" />
        {t.completedLegend}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="size-2 rounded-full bg-danger" />
        {t.failedLegend}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="h-0.5 w-3 rounded-full bg-accent-ink" />
        {t.medianLegend}
      </span>
    </p>
  )
}
