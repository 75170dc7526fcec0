import type { PlanUsage } from '../../api/types.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { Meter } from '../../components/meter.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { formatClock, formatMoment, formatNumber, formatWeekdayTime } from '../../texts/format.ts'
import * as t from '../../texts/plan.ts'

export function PlanCard({ usage }: { usage: PlanUsage }) {
  const name = usage.plans.find((plan) => plan.id === usage.plan)?.name ?? usage.plan
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex items-center gap-3">
        <h2 className="text-lg font-semibold">{name}</h2>
        <Badge tone="accent">{t.yourPlan}</Badge>
      </div>
      <div className="mt-6 grid gap-8 md:grid-cols-2 md:gap-12">
        <LimitUsage
          window="minute"
          used={usage.used.minute}
          limit={usage.limits.per_minute}
          resetsAt={usage.resets_at.minute}
          resetText={formatClock(usage.resets_at.minute)}
        />
        <LimitUsage
          window="day"
          used={usage.used.day}
          limit={usage.limits.per_day}
          resetsAt={usage.resets_at.day}
          resetText={formatWeekdayTime(usage.resets_at.day)}
        />
      </div>
    </Card>
  )
}

interface LimitUsageProps {
  window: 'minute' | 'day'
  used: number
  limit: number
  resetsAt: string
  resetText: string
}

function LimitUsage({ window, used, limit, resetsAt, resetText }: LimitUsageProps) {
  const left = Math.max(limit - used, 0)
  return (
    <div>
      <h3 className="text-sm font-medium text-muted">{t.windowNames[window]}</h3>
      <p className="mt-1 mb-3.5 tabular-nums">
        <span className="text-3xl font-semibold tracking-[-0.025em]">{formatNumber(used)}</span>
        <span className="ml-2 text-sm text-muted">{t.ofLimit(limit)}</span>
      </p>
      <Meter label={t.meterNames[window]} value={used} max={limit} text={t.usage(used, limit)} />
      <p className="mt-2.5 flex justify-between gap-4 text-sm text-muted tabular-nums">
        <span>{t.remaining(left)}</span>
        <span>
          <RichText
            text={t.resets}
            slots={{
              time: (
                <time dateTime={resetsAt} title={formatMoment(resetsAt)}>
                  {resetText}
                </time>
              ),
            }}
          />
        </span>
      </p>
    </div>
  )
}
