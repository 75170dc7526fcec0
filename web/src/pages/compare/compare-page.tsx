import { useNavigate, useSearch } from '@tanstack/react-router'
import { GitCompareArrows } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { Timeline } from '@millrace/contract/execution-timeline.ts'
import { ApiError } from '../../api/api-error.ts'
import { Button, buttonClass } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { AppLink } from '../../run/app-link.tsx'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/compare.ts'
import { shortId } from '../../texts/run/run-names.ts'
import type { CompareSearch } from './compare-search.ts'
import { CompareView } from './compare-view.tsx'
import { RunCard } from './run-card.tsx'
import { useComparedRun } from './use-compared-run.ts'
import { lazyDialog } from '../../app/lazy-dialog.tsx'

const ChooseRunDialog = lazyDialog(
  async () => ({ default: (await import('./choose-run-dialog.tsx')).ChooseRunDialog }),
  (props) => props.onClose(),
)

export function ComparePage() {
  const search = useSearch({ from: '/signed-in/executions/compare' })
  const navigate = useNavigate({ from: '/executions/compare' })
  const heading = useDocumentTitle(t.title)
  const runs = { a: useComparedRun(search.a), b: useComparedRun(search.b) }
  const [choosing, setChoosing] = useState<'a' | 'b'>()
  const change = (next: CompareSearch) =>
    void navigate({ search: (known) => ({ ...known, ...next }), replace: true, resetScroll: false })
  const { a, b } = search
  useEffect(() => {
    if (a !== undefined && b !== undefined)
      document.title = common.documentTitle(t.documentTitle(shortId(a), shortId(b)))
  }, [a, b])

  const stays = choosing === undefined ? undefined : runs[choosing === 'a' ? 'b' : 'a'].data
  const known = runs.a.data?.execution ?? runs.b.data?.execution
  const failed = [runs.a, runs.b].find(({ error, data }) => error !== null && data === undefined)
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <h1
        ref={heading}
        tabIndex={-1}
        className="flex h-12 shrink-0 items-center px-4 text-base font-semibold"
      >
        {t.title}
      </h1>
      {runs.a.data !== undefined && runs.b.data !== undefined ? (
        <CompareView
          a={runs.a.data}
          b={runs.b.data}
          search={search}
          onChange={change}
          onChoose={setChoosing}
          onSwap={() => change({ a: b, b: a })}
        />
      ) : failed !== undefined ? (
        <Failed query={failed} />
      ) : a === undefined && b === undefined ? (
        <EmptyState
          icon={GitCompareArrows}
          title={t.chooseTwo}
          action={
            <AppLink href="/executions" className={buttonClass('secondary')}>
              {t.toList}
            </AppLink>
          }
        >
          {t.chooseTwoNote}
        </EmptyState>
      ) : known !== undefined && (a === undefined || b === undefined) ? (
        <div className="space-y-4 px-4">
          <RunCard side={b === undefined ? 'a' : 'b'} execution={known} onChange={() => setChoosing('b')} />
          <Button onClick={() => setChoosing(b === undefined ? 'b' : 'a')}>{t.chooseSecond}</Button>
        </div>
      ) : (
        <Loading label={t.loading} className="space-y-4 px-4">
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
        </Loading>
      )}
      {choosing !== undefined && stays !== undefined && (
        <Suspense>
          <ChooseRunDialog
            execution={stays.execution}
            onClose={() => setChoosing(undefined)}
            onChoose={(id) => {
              change({ [choosing]: id, step: undefined })
              setChoosing(undefined)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

interface FailedQuery {
  data: Timeline | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

function Failed({ query: { error, isFetching, refetch } }: { query: FailedQuery }) {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <EmptyState
        icon={GitCompareArrows}
        title={t.loadFailed}
        action={
          <AppLink href="/executions" className={buttonClass('secondary')}>
            {t.toList}
          </AppLink>
        }
      >
        {t.notFound}
      </EmptyState>
    )
  }
  return (
    <ErrorState title={t.loadFailed} error={error} retrying={isFetching} onRetry={() => void refetch()} />
  )
}
