import { clsx } from 'clsx'
import type { PlanId, PlanOffer } from '../../api/types.ts'
import { Badge } from '../../components/badge.tsx'
import { Card, CardHeader } from '../../components/card.tsx'
import { formatNumber } from '../../components/format-time.ts'
import { Cell, HeadCell, Row, RowHeader, Table, TableHead } from '../../components/table.tsx'

export function PlanTable({ plans, current }: { plans: PlanOffer[]; current: PlanId }) {
  return (
    <Card>
      <CardHeader title="All plans">
        Limits count the requests of all keys of the account together.
      </CardHeader>
      <div className="mt-3">
        <Table label="All plans">
          <TableHead>
            <HeadCell>Plan</HeadCell>
            <HeadCell className="text-right">
              <span className="max-sm:hidden">Requests </span>per minute
            </HeadCell>
            <HeadCell className="text-right">
              <span className="max-sm:hidden">Requests </span>per day
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
                    {plan.id === current && <Badge tone="accent">Current</Badge>}
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
