import { useQuery } from '@tanstack/react-query'
import { planQuery } from '../../api/plan.ts'
import { Alert } from '../../components/alert.tsx'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/plan.ts'
import { PlanCard } from './plan-card.tsx'
import { PlanTable } from './plan-table.tsx'

export function PlanPage() {
  // Polling pauses automatically while the page is hidden.
  const { data, error, isFetching, refetch } = useQuery({ ...planQuery, refetchInterval: 15_000 })
  const retry = () => void refetch()
  return (
    <>
      <PageHeader title={common.plan}>{t.intro}</PageHeader>
      {data === undefined ? (
        error ? (
          <Card>
            <ErrorState title={t.loadFailed} error={error} retrying={isFetching} onRetry={retry} />
          </Card>
        ) : (
          <PlanSkeleton />
        )
      ) : (
        <div className="space-y-6">
          {error && <StaleNotice error={error} retrying={isFetching} onRetry={retry} />}
          {!data.enforced && <Alert title={t.limitsOff}>{t.limitsOffNote}</Alert>}
          <PlanCard usage={data} />
          <PlanTable plans={data.plans} current={data.plan} />
        </div>
      )}
    </>
  )
}

function PlanSkeleton() {
  return (
    <Loading label={t.loading} className="space-y-6">
      <Card className="p-6">
        <Skeleton className="h-6 w-32" />
        <div className="mt-7 grid gap-8 md:grid-cols-2">
          {['minute', 'day'].map((window) => (
            <div key={window}>
              <Skeleton className="h-4 w-24" />
              <Skeleton className="mt-3 h-8 w-40" />
              <Skeleton className="mt-4 h-2.5 w-full rounded-full" />
              <Skeleton className="mt-3 h-4 w-36" />
            </div>
          ))}
        </div>
      </Card>
      <Card className="space-y-5 p-6">
        {['w-24', 'w-32', 'w-20', 'w-28'].map((width) => (
          <div key={width} className="flex justify-between">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-4 w-16" />
            <Skeleton className="h-4 w-20" />
          </div>
        ))}
      </Card>
    </Loading>
  )
}
