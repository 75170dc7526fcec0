import { Card } from '../../components/card.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import * as t from '../../texts/api-keys/list.ts'

export function KeysSkeleton() {
  return (
    <Loading label={t.loading}>
      <Card className="divide-y divide-line">
        {['w-40', 'w-28', 'w-48'].map((width) => (
          <div key={width} className="flex items-center gap-8 px-6 py-5">
            <div className="flex-1 space-y-2.5">
              <Skeleton className={`h-4 ${width}`} />
              <Skeleton className="h-3 w-24" />
            </div>
            <Skeleton className="h-6 w-20 rounded-full" />
            <Skeleton className="hidden h-4 w-24 md:block" />
            <Skeleton className="hidden h-4 w-20 md:block" />
          </div>
        ))}
      </Card>
    </Loading>
  )
}
