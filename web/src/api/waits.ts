import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import * as operations from './generated/operations.ts'
import type { Data, OperationInput } from './operation-handle.ts'
import { persistQuery } from './persisted-cache.ts'

export type Wait = Data<typeof operations.listWaits>[number]
export type WaitAnswer = OperationInput<typeof operations.answerWait>['body']

const REFRESH_MS = 4_000
const COUNT_REFRESH_MS = 10_000

export const waitKeys = {
  all: ['waits'] as const,
  list: ['waits', 'list'] as const,
  run: (executionId: string) => ['waits', 'run', executionId] as const,
  count: ['waits', 'count'] as const,
}

interface WaitPage {
  waits: Wait[]
  total: number
  nextCursor: string | undefined
}

/** Everything that waits for a person, newest first. It is read again and again. */
export const waitListQuery = infiniteQueryOptions({
  queryKey: waitKeys.list,
  initialPageParam: undefined as string | undefined,
  queryFn: async ({ pageParam, signal }): Promise<WaitPage> => {
    const query = { limit: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
    const { data, meta } = await call(operations.listWaits, { query, signal })
    return { waits: data, total: meta.total, nextCursor: meta.next_cursor ?? undefined }
  },
  getNextPageParam: ({ nextCursor }: WaitPage) => nextCursor,
  refetchInterval: REFRESH_MS,
  persister: persistQuery<WaitPage>,
})

/** What one run waits for. */
export const runWaitsQuery = (executionId: string) =>
  queryOptions({
    queryKey: waitKeys.run(executionId),
    queryFn: async ({ signal }) =>
      (await call(operations.listWaits, { query: { execution_id: executionId, limit: 100 }, signal })).data,
    refetchInterval: REFRESH_MS,
  })

/** How much waits for a person. */
export const waitCountQuery = queryOptions({
  queryKey: waitKeys.count,
  queryFn: async ({ signal }) =>
    (await call(operations.listWaits, { query: { limit: 1 }, signal })).meta.total,
  refetchInterval: COUNT_REFRESH_MS,
  staleTime: 0,
})

export async function answerWait(
  wait: Pick<Wait, 'id' | 'execution_id'>,
  body: WaitAnswer,
  idempotencyKey: string,
): Promise<void> {
  const params = { id: wait.execution_id, wait_id: wait.id }
  await call(operations.answerWait, { params, body, idempotencyKey })
}
