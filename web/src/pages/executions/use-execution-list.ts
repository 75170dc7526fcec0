import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../../api/call.ts'
import { executionListQuery, type ExecutionFilters, type ExecutionOverview } from '../../api/executions.ts'
import * as operations from '../../api/generated/operations.ts'

const REFRESH_MS = 3_000
const HEAD_SIZE = 50

/**
 * The list, page by page. The newest runs are read again and again: what is already in the list is updated where it stands,
 * and what is new is counted until the user asks for it, so that nothing moves under the mouse.
 */
export function useExecutionList(filters: ExecutionFilters) {
  const client = useQueryClient()
  const options = executionListQuery(filters)
  const list = useInfiniteQuery(options)
  const runs = useMemo(() => list.data?.pages.flatMap(({ executions }) => executions) ?? [], [list.data])
  const isLoaded = list.data !== undefined

  const head = useQuery({
    queryKey: ['execution-head', filters],
    queryFn: async ({ signal }) => {
      const query = { ...filters, limit: HEAD_SIZE }
      return (await call(operations.listAllExecutions, { query, signal })).data
    },
    enabled: isLoaded,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
  const latest = head.data
  const known = useMemo(() => new Set(runs.map(({ id }) => id)), [runs])
  const fresh = useMemo(() => latest?.filter(({ id }) => !known.has(id)) ?? [], [latest, known])
  const [newest] = runs
  // Of an empty list, the first runs appear by themselves.
  const isEmpty = isLoaded && runs.length === 0

  useEffect(() => {
    if (latest === undefined) return
    client.setQueryData<InfiniteData<Page, string | undefined>>(options.queryKey, (data) =>
      mergeUpdates(data, latest),
    )
  }, [latest, client, options.queryKey])

  const newRuns = fresh.filter(({ started_at: at }) => newest === undefined || at >= newest.started_at)
  return {
    ...list,
    runs,
    newCount: newRuns.length,
    /** Whether there are more new ones than the count says. */
    hasMoreNew: newRuns.length >= HEAD_SIZE,
    showNew: () => client.resetQueries({ queryKey: options.queryKey }),
    isEmpty,
  }
}

interface Page {
  executions: ExecutionOverview[]
  nextCursor: string | undefined
}

function mergeUpdates(
  data: InfiniteData<Page, string | undefined> | undefined,
  updates: readonly ExecutionOverview[],
): InfiniteData<Page, string | undefined> | undefined {
  if (data === undefined) return undefined
  const byId = new Map(updates.map((run) => [run.id, run]))
  let hasChanged = false
  const pages = data.pages.map((page) => {
    const executions = page.executions.map((run) => {
      const updated = byId.get(run.id)
      if (updated === undefined || updated.status === run.status) return run
      hasChanged = true
      return updated
    })
    return { ...page, executions }
  })
  return hasChanged ? { ...data, pages } : data
}
