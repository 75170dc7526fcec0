import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CircleCheckBig } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  type BulkRun,
  bulkRunsQuery,
  type Failure,
  type FailurePage,
  failuresQuery,
  type Period,
} from '../../api/home.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useNow } from '../../components/use-now.ts'
import * as t from '../../texts/home/failures.ts'
import { BulkRunProgress } from './bulk-run-progress.tsx'
import { FailureRow } from './failure-row.tsx'
import { CardNote, HomeCard } from './home-card.tsx'
import { useFailureActions } from './use-failure-actions.ts'
import { MessageText } from '../../components/message-text.tsx'

interface FailuresCardProps {
  period: Period
  state: 'open' | 'ignored'
  onState: (state: 'open' | 'ignored') => void
  canResume: boolean
  className?: string
}

const refreshMs = 10_000
/** While a bulk run is in progress. */
const liveMs = 1_000
/** All loaded pages are read again, so long lists are read less often. */
const slowMs = 30_000
/** How long the result of a bulk run is shown. */
const recentMs = 600_000

export function FailuresCard({ period, state, onState, canResume, className }: FailuresCardProps) {
  const list = useInfiniteQuery({
    ...failuresQuery(period, state),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state: { data: known } }) => intervalFor(known?.pages ?? []),
  })
  const data = useMemo(() => list.data && failuresOf(list.data.pages), [list.data])
  const { data: bulkRuns } = useQuery({
    ...bulkRunsQuery,
    refetchInterval: ({ state: { data: known } }) => (known?.some(isActive) === true ? liveMs : refreshMs),
  })
  const now = useNow(refreshMs)
  // A failure disappears when all of its runs are resumed; what became of them stays for a while.
  const recent = (bulkRuns ?? []).filter(
    (run) =>
      run.failure_id !== null &&
      data?.some(({ id }) => id === run.failure_id) === false &&
      (run.ended_at === null || now - Date.parse(run.ended_at) < recentMs),
  )
  const actions = useFailureActions(period)
  const [chosen, setChosen] = useState<Failure>()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  const resume = async () => {
    if (chosen === undefined) return
    setIsBusy(true)
    setError(undefined)
    try {
      await actions.resume(chosen)
      setChosen(undefined)
    } catch (problem) {
      setError(problem)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <HomeCard
      {...(className === undefined ? {} : { className })}
      title={
        <>
          {t.title}
          {data !== undefined && data.length > 0 && state === 'open' && (
            <Badge tone="danger">{t.count(data.length, list.hasNextPage)}</Badge>
          )}
        </>
      }
      action={
        <Segmented
          label={t.state}
          value={state}
          onChange={onState}
          options={[
            { value: 'open', label: t.showOpen },
            { value: 'ignored', label: t.showIgnored },
          ]}
        />
      }
    >
      {state === 'open' && recent.length > 0 && (
        <ul aria-label={t.resumed} className="divide-y divide-line border-b border-line">
          {recent.map((run) => (
            <li key={run.id} className="px-4 py-3">
              <p className="truncate text-sm font-medium" title={run.cause}>
                <MessageText>{run.cause}</MessageText>
              </p>
              <BulkRunProgress
                run={run}
                name={run.cause}
                {...(canResume && isActive(run) && { onStop: () => void actions.stop(run) })}
              />
            </li>
          ))}
        </ul>
      )}
      {data === undefined ? (
        <div className="space-y-3 p-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      ) : data.length === 0 ? (
        state === 'ignored' ? (
          <CardNote>{t.noneIgnored}</CardNote>
        ) : (
          <div className="flex items-center gap-3 px-4 py-5">
            <CircleCheckBig aria-hidden="true" className="size-5 shrink-0 text-success-ink" />
            <p className="text-[0.8125rem]">
              <span className="font-medium">{t.none}</span>
              <br />
              <span className="text-muted">{t.noneNote}</span>
            </p>
          </div>
        )
      ) : (
        <ul aria-label={t.list} className="divide-y divide-line">
          {data.map((failure) => (
            <FailureRow
              key={failure.id}
              failure={failure}
              actions={actions}
              canResume={canResume}
              onResume={() => setChosen(failure)}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="grid place-items-center border-t border-line p-3">
          <Button
            variant="secondary"
            size="sm"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t.loadMore}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={chosen !== undefined}
        title={t.confirmTitle(chosen?.count ?? 0)}
        confirmLabel={t.confirm}
        busy={isBusy}
        error={error}
        errorTitle={t.resumeFailed}
        onConfirm={() => void resume()}
        onCancel={() => {
          setChosen(undefined)
          setError(undefined)
        }}
      >
        <p>{t.confirmNote}</p>
        <p className="text-muted">{t.confirmKept}</p>
      </ConfirmDialog>
    </HomeCard>
  )
}

/** A cause whose runs were resumed while the pages were read can be on two of them. */
function failuresOf(pages: readonly FailurePage[]): Failure[] {
  const failures = pages.flatMap((page) => page.failures)
  return [...new Map(failures.map((failure) => [failure.id, failure])).values()]
}

function intervalFor(pages: readonly FailurePage[]): number {
  if (pages.length > 2) return slowMs
  return pages.some(({ failures }) => failures.some(isResuming)) ? liveMs : refreshMs
}

function isResuming({ bulk_run }: Failure): boolean {
  return bulk_run !== null && isActive(bulk_run)
}

function isActive({ ended_at }: BulkRun): boolean {
  return ended_at === null
}
