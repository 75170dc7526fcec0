import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { ApiError } from '../../api/api-error.ts'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { buttonClass } from '../../components/button.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { AppLink } from '../../run/app-link.tsx'
import { useRun } from '../../run/use-run.ts'
import * as t from '../../texts/run/page.ts'
import { shortId } from '../../texts/run/run-names.ts'
import type { ExecutionSearch } from './execution-search.ts'
import { RunView } from './run-view.tsx'
import { useRunDocument } from './use-run-document.ts'
import { useRunOutline } from './use-run-outline.ts'

export function ExecutionPage() {
  const { executionId: id } = useParams({ from: '/signed-in/executions/$executionId' })
  return <ExecutionById key={id} id={id} />
}

function ExecutionById({ id }: { id: string }) {
  const search = useSearch({ from: '/signed-in/executions/$executionId' })
  const navigate = useNavigate({ from: '/executions/$executionId' })
  const router = useRouter()
  const outline = useRunOutline(id)
  const { document, isFailed } = useRunDocument(outline)
  const run = useRun(id, { document })

  const change = (next: ExecutionSearch) => {
    // While the next page loads, a run that plays must not call the user back.
    if (router.latestLocation.pathname !== `/executions/${id}`) return
    void navigate({ search: (known) => ({ ...known, ...next }), replace: true, resetScroll: false })
  }

  if (run.timeline !== undefined) {
    return (
      <RunView
        run={run}
        timeline={run.timeline}
        document={document}
        hasNoGraph={isFailed}
        search={search}
        onChange={change}
      />
    )
  }
  const heading = t.run(shortId(id))
  if (run.error instanceof ApiError && run.error.status === 404) {
    return (
      <Card className="m-6">
        <h1 className="sr-only">{heading}</h1>
        <EmptyState
          icon={CircleHelp}
          title={t.notFound}
          action={
            <AppLink href="/executions" className={buttonClass('secondary')}>
              {t.allRuns}
            </AppLink>
          }
        >
          {t.notFoundNote}
        </EmptyState>
      </Card>
    )
  }
  if (run.error !== undefined) {
    return (
      <Card className="m-6">
        <h1 className="sr-only">{heading}</h1>
        <ErrorState title={t.loadFailed} error={run.error} onRetry={() => location.reload()} />
      </Card>
    )
  }
  return (
    <Loading label={t.loading} className="flex h-full flex-col gap-4 p-4">
      <h1 className="sr-only">{heading}</h1>
      <Skeleton className="h-6 w-80" />
      <Skeleton className="h-64 w-full rounded-xl" />
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-5 w-1/2" />
    </Loading>
  )
}
