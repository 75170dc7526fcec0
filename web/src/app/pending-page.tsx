import { Mark } from '../components/mark.tsx'
import { Loading } from '../components/skeleton.tsx'

/** Before anything is known, not even who is looking. */
export function PendingPage() {
  return (
    <Loading label="Loading Millrace" className="grid min-h-dvh place-items-center text-muted">
      <Mark className="size-12 animate-shimmer" />
    </Loading>
  )
}
