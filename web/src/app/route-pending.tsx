import { Card } from '../components/card.tsx'
import { Mark } from '../components/mark.tsx'
import { Loading, Skeleton } from '../components/skeleton.tsx'

/** Before anything is known, not even who is looking. */
export function WholePagePending() {
  return (
    <Loading label="Loading Millrace" className="grid min-h-dvh place-items-center text-muted">
      <Mark className="size-12 animate-shimmer" />
    </Loading>
  )
}

/** Inside the layout, while the code of a page is on its way. */
export function PageSkeleton() {
  return (
    <Loading label="Loading the page">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="mt-3 mb-7 h-5 w-full max-w-lg" />
      <Card className="space-y-5 p-6">
        <Skeleton className="h-5 w-1/3" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
      </Card>
    </Loading>
  )
}
