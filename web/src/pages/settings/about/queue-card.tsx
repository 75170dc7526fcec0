import type { About } from '../../../api/about.ts'
import { Card, CardHeader } from '../../../components/card.tsx'
import { RelativeTime } from '../../../components/time.tsx'
import { formatNumber } from '../../../texts/format.ts'
import * as t from '../../../texts/settings/about.ts'
import { Facts } from './facts.tsx'

export function QueueCard({ queue }: { queue: About['queue'] }) {
  const count = (value: number) => (value >= queue.counted_up_to ? t.atLeast(value) : formatNumber(value))
  return (
    <Card>
      <CardHeader title={t.queue}>{t.queueNote}</CardHeader>
      <Facts
        facts={[
          [t.running, count(queue.running_executions)],
          [t.unowned, count(queue.unowned_executions)],
          [t.timers, count(queue.due_timers)],
          [t.deliveries, count(queue.due_deliveries)],
          [
            t.oldest,
            queue.oldest_due_at === null ? (
              t.nothingDue
            ) : (
              <RelativeTime key="oldest" value={queue.oldest_due_at} />
            ),
          ],
        ]}
      />
    </Card>
  )
}
