import { Card } from '../components/card.tsx'
import { Mark } from '../components/mark.tsx'
import { Loading, Skeleton } from '../components/skeleton.tsx'
import * as t from '../texts/layout.ts'

/** Shown until the session is loaded. */
export function FullPagePending() {
  return (
    <Loading label={t.loadingApp} className="grid min-h-dvh place-items-center text-muted">
      <Mark className="size-12 animate-shimmer" />
    </Loading>
  )
}

/** Shown inside the layout while the code of a page loads. */
export function PageSkeleton() {
  return (
    <Loading label={t.loadingPage}>
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
