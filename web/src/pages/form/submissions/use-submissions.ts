import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../../../api/call.ts'
import { formKeys, type SubmissionPage, submissionListQuery } from '../../../api/forms.ts'
import * as operations from '../../../api/generated/operations.ts'

const refreshMs = 3_000
const headSize = 50
/** As many as one request may delete. */
const deleteSize = 1_000

type Pages = InfiniteData<SubmissionPage, string | undefined>

/**
 * The submissions of a form, page by page. The newest are read again and again; what is new is counted until the user asks
 * for it, so that nothing moves under the mouse. A form without submissions shows its first ones by itself.
 */
export function useSubmissions(formId: string, search: string) {
  const client = useQueryClient()
  const options = submissionListQuery(formId, search)
  const list = useInfiniteQuery({ ...options, placeholderData: (previous) => previous })
  const submissions = useMemo(() => list.data?.pages.flatMap((page) => page.submissions) ?? [], [list.data])
  const isLoaded = list.data !== undefined && !list.isPlaceholderData
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const isEmpty = isLoaded && submissions.length === 0

  const head = useQuery({
    queryKey: [...formKeys.submissions(formId), 'head', search],
    queryFn: async ({ signal }) => {
      const query = { limit: headSize, ...(search === '' ? {} : { search }) }
      return (await call(operations.listSubmissions, { params: { id: formId }, query, signal })).data
    },
    enabled: isLoaded,
    refetchInterval: refreshMs,
    staleTime: 0,
  })
  const newest = submissions[0]?.id
  const fresh = (head.data ?? []).filter(({ id }) => newest === undefined || id > newest)
  const showNew = () => client.resetQueries({ queryKey: options.queryKey })
  const latestId = head.data?.[0]?.id
  const hasFirst = isEmpty && !hasNextPage && fresh.length > 0

  useEffect(() => {
    if (hasFirst) void client.resetQueries({ queryKey: submissionListQuery(formId, search).queryKey })
  }, [hasFirst, client, formId, search])

  // The number beside the tab follows.
  useEffect(() => {
    if (latestId !== undefined) {
      void client.invalidateQueries({ queryKey: [...formKeys.one(formId), 'overview'] })
    }
  }, [latestId, client, formId])

  // A search looks at a part of the submissions at a time: a page may be empty although more follow.
  useEffect(() => {
    if (isEmpty && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [isEmpty, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  const remove = async (ids: readonly string[]): Promise<number> => {
    let deleted = 0
    try {
      for (let at = 0; at < ids.length; at += deleteSize) {
        const body = { ids: ids.slice(at, at + deleteSize) }
        deleted += (await call(operations.deleteSubmissions, { params: { id: formId }, body })).data.deleted
      }
    } finally {
      await client.cancelQueries({ queryKey: [...formKeys.submissions(formId), 'head'] })
      const gone = new Set(ids)
      const isDone = deleted > 0 || ids.length === 0
      client.setQueriesData<Pages>({ queryKey: [...formKeys.submissions(formId), 'list'] }, (data) =>
        data === undefined || !isDone ? data : withoutIds(data, gone),
      )
      client.removeQueries({ queryKey: [...formKeys.submissions(formId), 'head'] })
      void client.invalidateQueries({ queryKey: [...formKeys.one(formId), 'overview'] })
      void client.invalidateQueries({ queryKey: formKeys.lists })
    }
    return deleted
  }

  return {
    ...list,
    submissions,
    isEmpty: isEmpty && !hasNextPage,
    isSearchingOn: isEmpty && hasNextPage,
    newCount: fresh.length,
    hasMoreNew: fresh.length >= headSize,
    showNew,
    remove,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
    },
  }
}

function withoutIds(data: Pages, gone: ReadonlySet<string>): Pages {
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      submissions: page.submissions.filter(({ id }) => !gone.has(id)),
    })),
  }
}
