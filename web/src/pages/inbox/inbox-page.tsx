import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Wait, waitListQuery } from '../../api/waits.ts'
import { useCommands } from '../../app/commands/use-commands.ts'
import { useCan } from '../../app/use-can.ts'
import { Button, buttonClass } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { toast } from '../../components/toast-store.ts'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { useMediaQuery } from '../../components/use-media-query.ts'
import * as t from '../../texts/waits.ts'
import { OpenRequest } from './open-request.tsx'
import { RequestRow } from './request-row.tsx'

/** Everything that waits for a person, and the form that answers it. */
export function InboxPage() {
  const heading = useDocumentTitle(t.title)
  const { wait: chosenId } = useSearch({ from: '/signed-in/inbox' })
  const navigate = useNavigate({ from: '/inbox' })
  const isWide = useMediaQuery('(min-width: 64rem)')
  const canCreate = useCan('workflows:write')
  const list = useInfiniteQuery(waitListQuery)
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  // Answered here: the list of the server follows a moment later.
  const [answeredIds, setAnsweredIds] = useState<ReadonlySet<string>>(new Set())
  const waits = data?.pages.flatMap((page) => page.waits).filter(({ id }) => !answeredIds.has(id)) ?? []
  const total = data?.pages[0]?.total ?? 0
  const choose = (id: string | undefined, replace = false) =>
    void navigate({ search: id === undefined ? {} : { wait: id }, replace })
  const index = waits.findIndex(({ id }) => id === chosenId)
  const [first] = waits
  // Beside the list there is room for one request, so the newest is open.
  const opensFirst = isWide && chosenId === undefined && first !== undefined
  useEffect(() => {
    if (opensFirst) void navigate({ search: { wait: first.id }, replace: true })
  }, [opensFirst, first, navigate])

  const move = (by: 1 | -1) => {
    const target = waits[Math.max(0, Math.min(waits.length - 1, index + by))]
    if (target !== undefined) choose(target.id, true)
  }
  const hasRequests = waits.length > 0
  useCommands([
    {
      id: 'inbox.next',
      title: t.next,
      group: t.group,
      keys: ['j'],
      enabled: hasRequests,
      run: () => move(1),
    },
    {
      id: 'inbox.previous',
      title: t.previous,
      group: t.group,
      keys: ['k'],
      enabled: hasRequests,
      run: () => move(-1),
    },
  ])

  const answered = (wait: Wait, approved: boolean) => {
    toast.show({
      tone: 'success',
      title: approved ? t.approved : t.rejected,
      description: t.continues(wait.workflow_name ?? t.deletedWorkflow),
      action: { label: t.openRun, run: () => void navigate({ href: `/executions/${wait.execution_id}` }) },
    })
    setAnsweredIds((known) => new Set([...known, wait.id]))
    const following = waits[index + 1] ?? waits[index - 1]
    choose(isWide ? following?.id : undefined, true)
  }

  const chosen = waits[index]
  const showsList = isWide || chosenId === undefined
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-4 sm:px-6">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
          {t.title}
        </h1>
        {total > 0 && (
          <p role="status" className="text-[0.8125rem] text-muted">
            {t.waitingCount(total)}
          </p>
        )}
      </div>
      {error !== null && data !== undefined && (
        <div className="p-4">
          <StaleNotice error={error} retrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {data === undefined ? (
        error === null ? (
          <InboxSkeleton />
        ) : (
          <ErrorState
            title={t.loadFailed}
            error={error}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : waits.length === 0 && chosenId === undefined ? (
        <EmptyState
          icon={Inbox}
          title={t.empty}
          topic="executions#ask-for-an-approval"
          action={
            canCreate && (
              <Link to="/templates" className={buttonClass('secondary')}>
                {t.seeTemplate}
              </Link>
            )
          }
        >
          {t.emptyNote}
        </EmptyState>
      ) : (
        <div className="flex min-h-0 flex-1">
          {showsList && (
            <div className="min-h-0 w-full shrink-0 overflow-y-auto border-line lg:w-96 lg:border-r">
              <ul aria-label={t.list} className="divide-y divide-line">
                {waits.map((wait) => (
                  <RequestRow key={wait.id} wait={wait} isOpen={wait.id === chosenId} />
                ))}
              </ul>
              {hasNextPage && (
                <div className="grid place-items-center p-3">
                  <Button
                    variant="secondary"
                    size="sm"
                    busy={isFetchingNextPage}
                    onClick={() => void fetchNextPage()}
                  >
                    {t.loadMore}
                  </Button>
                </div>
              )}
            </div>
          )}
          {chosenId !== undefined && (
            <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">
              <OpenRequest
                key={chosenId}
                wait={chosen}
                onBack={isWide ? undefined : () => choose(undefined)}
                onAnswered={answered}
              />
            </div>
          )}
        </div>
      )}
    </div>
  )
}

function InboxSkeleton() {
  return (
    <Loading label={t.loading}>
      <div className="space-y-3 p-4 lg:w-96">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-18" />
        ))}
      </div>
    </Loading>
  )
}
