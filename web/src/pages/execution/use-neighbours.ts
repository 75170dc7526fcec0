import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { executionListQuery, type ExecutionOverview } from '../../api/executions.ts'
import { neighboursIn } from './neighbours-in.ts'
import { recallList } from './list-context.ts'

/** How far to search for the run in its list. */
const MAX_PAGES = 6

/** The runs before and after this one: in the list that it was opened from, or else of its workflow. */
export function useNeighbours(execution: ExecutionOverview | undefined) {
  const [list] = useState(recallList)
  const fromList = useNeighboursIn(execution, list)
  const inWorkflow = useNeighboursIn(
    execution,
    fromList.isElsewhere ? { workflow_id: execution?.workflow_id ?? '' } : undefined,
  )
  return fromList.isElsewhere ? inWorkflow : fromList
}

function useNeighboursIn(execution: ExecutionOverview | undefined, filters: object | undefined) {
  const isEnabled = execution !== undefined && filters !== undefined
  const { data, dataUpdatedAt, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useInfiniteQuery({
    ...executionListQuery(filters ?? {}),
    enabled: isEnabled,
  })
  const runs = data?.pages.flatMap(({ executions }) => executions) ?? []
  const { index, newer, older } = neighboursIn(runs, execution?.id)
  const pages = data?.pages.length ?? 0
  const isMissing = isEnabled && pages > 0 && index === -1
  const needsMore = (isMissing || index === runs.length - 1) && hasNextPage && pages < MAX_PAGES
  // A list that was read before this run started cannot contain it.
  const isOutdated = isMissing && dataUpdatedAt < Date.parse(execution.started_at) + 1_000
  useEffect(() => {
    if (isOutdated && !isFetching) void refetch()
  }, [isOutdated, isFetching, refetch])
  useEffect(() => {
    if (isEnabled && !isOutdated && pages > 0 && needsMore && !isFetching) void fetchNextPage()
  }, [isEnabled, isOutdated, pages, needsMore, isFetching, fetchNextPage])
  return {
    newer,
    older,
    isElsewhere: filters === undefined || isError || (isMissing && !isOutdated && !needsMore && !isFetching),
  }
}
