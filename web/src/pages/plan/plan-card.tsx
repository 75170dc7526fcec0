import type { PlanUse } from '../../api/types.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { formatClock, formatMoment, formatNumber, formatWeekdayTime } from '../../components/format-time.ts'
import { Meter } from '../../components/meter.tsx'

export function PlanCard({ use }: { use: PlanUse }) {
  const name = use.plans.find((plan) => plan.id === use.plan)?.name ?? use.plan
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex items-center gap-3">
        <h2 className="text-lg font-semibold">{name}</h2>
        <Badge tone="accent">Your plan</Badge>
      </div>
      <div className="mt-6 grid gap-8 md:grid-cols-2 md:gap-12">
        <UseOfLimit
          window="This minute"
          used={use.used.minute}
          limit={use.limits.per_minute}
          resetsAt={use.resets_at.minute}
          resetText={formatClock(use.resets_at.minute)}
        />
        <UseOfLimit
          window="Today"
          used={use.used.day}
          limit={use.limits.per_day}
          resetsAt={use.resets_at.day}
          resetText={formatWeekdayTime(use.resets_at.day)}
        />
      </div>
    </Card>
  )
}

interface UseOfLimitProps {
  window: string
  used: number
  limit: number
  resetsAt: string
  resetText: string
}

function UseOfLimit({ window, used, limit, resetsAt, resetText }: UseOfLimitProps) {
  const left = Math.max(limit - used, 0)
  return (
    <div>
      <h3 className="text-sm font-medium text-muted">{window}</h3>
      <p className="mt-1 mb-3.5 tabular-nums">
        <span className="text-3xl font-semibold tracking-[-0.025em]">{formatNumber(used)}</span>
        <span className="ml-2 text-sm text-muted">of {formatNumber(limit)} requests</span>
      </p>
      <Meter
        label={`Requests ${window.toLowerCase()}`}
        value={used}
        max={limit}
        text={`${formatNumber(used)} of ${formatNumber(limit)} requests`}
      />
      <p className="mt-2.5 flex justify-between gap-4 text-sm text-muted tabular-nums">
        <span>{formatNumber(left)} left</span>
        <span>
          Resets{' '}
          <time dateTime={resetsAt} title={formatMoment(resetsAt)}>
            {resetText}
          </time>
        </span>
      </p>
    </div>
  )
}
