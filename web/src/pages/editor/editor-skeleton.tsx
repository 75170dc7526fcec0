import { Skeleton } from '../../components/skeleton.tsx'
import * as t from '../../texts/editor/top-bar.ts'

/** The shape of the editor while its workflow loads for the first time. */
export function EditorSkeleton() {
  return (
    <div role="status" aria-label={t.loading} className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">{t.loading}</h1>
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line bg-surface px-4">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-5 w-20 rounded-full" />
        <Skeleton className="ml-auto h-8 w-24" />
      </div>
      <div className="flex h-10 shrink-0 items-center gap-5 border-b border-line bg-surface px-4">
        {['w-10', 'w-18', 'w-14', 'w-14', 'w-14'].map((width, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes
          <Skeleton key={index} className={`h-3 ${width}`} />
        ))}
      </div>
      <div className="flex flex-1 flex-col items-center gap-3 bg-canvas px-4 pt-8 lg:flex-row lg:justify-center lg:gap-24 lg:pt-0">
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} className="h-16 w-full rounded-xl lg:w-58" />
        ))}
      </div>
    </div>
  )
}
