import { clsx } from 'clsx'
import type { PlanId, PlanOffer } from '../../api/types.ts'
import { Badge } from '../../components/badge.tsx'
import { Card, CardHeader } from '../../components/card.tsx'
import { Cell, HeadCell, Row, RowHeader, Table, TableHead } from '../../components/table.tsx'
import * as common from '../../texts/common.ts'
import { formatNumber } from '../../texts/format.ts'
import * as t from '../../texts/plan.ts'

export function PlanTable({ plans, current }: { plans: PlanOffer[]; current: PlanId }) {
  return (
    <Card>
      <CardHeader title={t.allPlans}>{t.allPlansNote}</CardHeader>
      <div className="mt-3">
        <Table label={t.allPlans}>
          <TableHead>
            <HeadCell>{common.plan}</HeadCell>
            <HeadCell className="text-right">
              <span className="max-sm:hidden">{t.requestsPerMinute}</span>
              <span className="sm:hidden">{t.perMinute}</span>
            </HeadCell>
            <HeadCell className="text-right">
              <span className="max-sm:hidden">{t.requestsPerDay}</span>
              <span className="sm:hidden">{t.perDay}</span>
            </HeadCell>
          </TableHead>
          <tbody>
            {plans.map((plan) => (
              <Row
                key={plan.id}
                aria-current={plan.id === current || undefined}
                className={clsx(plan.id === current && 'bg-accent-soft/50')}
              >
                <RowHeader>
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                    {plan.name}
                    {plan.id === current && <Badge tone="accent">{t.current}</Badge>}
                  </span>
                </RowHeader>
                <Cell className="text-right tabular-nums">{formatNumber(plan.per_minute)}</Cell>
                <Cell className="text-right tabular-nums">{formatNumber(plan.per_day)}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  )
}
