import { Loading, Skeleton } from '../../components/skeleton.tsx'
import * as t from '../../texts/workflows/list.ts'

const widths = ['w-40', 'w-56', 'w-32', 'w-48', 'w-44', 'w-36', 'w-52', 'w-40']

export function WorkflowsSkeleton() {
  return (
    <Loading label={t.loading} className="border-t border-line">
      {widths.map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows are all alike
        <div key={index} className="flex h-[45px] items-center gap-6 border-b border-line px-6">
          <Skeleton className={`h-3.5 ${width}`} />
          <Skeleton className="ml-auto h-5 w-16 rounded-full" />
          <Skeleton className="hidden h-4 w-22 md:block" />
          <Skeleton className="hidden h-3.5 w-20 md:block" />
        </div>
      ))}
    </Loading>
  )
}
